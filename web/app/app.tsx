import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '#web/components/ui/toaster.tsx';
import { Router } from './router.tsx';

/** The whole page. */
export const App = () => (
  <BrowserRouter>
    <Router />
    <Toaster />
  </BrowserRouter>
);
