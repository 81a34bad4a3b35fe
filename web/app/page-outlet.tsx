import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The page inside its layout. A page whose code is on the way shows the loading line; one that fails, what to do. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <PageBoundary key={pathname}>
        <Suspense fallback={<LoadingLine label="Loading..." className="column min-h-dvh pt-18" />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
    </main>
  );
}
