import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/app.css';
import { App } from './app/app.tsx';
import { failSession } from './features/users/session-store.ts';
import { replayClick } from './lib/hydration.ts';
import { followTheme } from './lib/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const page = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

// Hydrates public pages, which are prerendered, in a transition, so that input can interrupt it. Other pages
// are rendered from empty.
if (root.hasChildNodes()) {
  startTransition(() => void hydrateRoot(root, page));
} else {
  replayClick();
  createRoot(root).render(page);
}

followTheme();
import('./app/follow-session.ts').then(({ followSession }) => followSession(), failSession);
