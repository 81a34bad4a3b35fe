import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/app.css';
import { App } from './app/app.tsx';
import { keepRealtime } from './app/keep-realtime.ts';
import { loadSession } from './features/users/load-session.ts';
import { followTheme } from './lib/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

followTheme();
void loadSession();
keepRealtime();
