import { Toaster } from '#web/components/ui/toaster.tsx';
import { Router } from './router.tsx';

/** The whole page, inside the router of wherever it is rendered. */
export const App = () => (
  <>
    <Router />
    <Toaster />
  </>
);
