import { Toaster } from '#web/components/ui/toaster.tsx';
import { Router } from './router.tsx';

/** The whole application. Needs a router around it: the browser's, or the static one while prerendering. */
export const App = () => (
  <>
    <Router />
    <Toaster />
  </>
);
