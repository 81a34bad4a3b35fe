import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { replayClick, replayTyping } from '#web/lib/hydration.ts';
import { PageBoundary } from './page-boundary.tsx';

/** The page inside its layout. A page whose code is on the way shows the loading line; one that fails, what to do. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <PageBoundary key={pathname}>
        <Suspense fallback={<LoadingLine label="Loading..." className="column min-h-dvh pt-18" />}>
          <Outlet />
          <TakenOver />
        </Suspense>
      </PageBoundary>
    </main>
  );
}

/** Stands behind the page, so that its effect runs once the page is React's. */
function TakenOver() {
  useEffect(() => {
    const main = document.getElementById('main');
    if (main) replayTyping(main);
    replayClick();
  }, []);
  return null;
}
