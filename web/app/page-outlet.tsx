import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { LOAD_AGAIN } from '#web/components/ui/load-again.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { replayClick, replayInput, useHydrated } from '#web/lib/hydration.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** The page inside its layout: a loading line while its code loads, an error page when it throws. */
export function PageOutlet({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <PageBoundary key={pathname}>
        <Suspense fallback={<LoadingLine label="Loading..." className="column min-h-dvh pt-18" />}>
          {children}
          <TakenOver />
        </Suspense>
      </PageBoundary>
    </main>
  );
}

/**
 * Replays input from before hydration, on prerendered pages. Rendered after the page, so that its effect runs
 * once the page is hydrated.
 */
function TakenOver() {
  const isHydrated = useHydrated();
  const [wasPrerendered] = useState(!isHydrated);
  useEffect(() => {
    const main = document.getElementById('main');
    if (wasPrerendered && main) replayInput(main);
    replayClick();
  }, [wasPrerendered]);
  return null;
}

/** Catches errors of a page, including failed loads of its code. Header and footer stay usable. */
class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    replayClick();
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

/** Replaces a page that threw. Its chunk may belong to an earlier build, so a reload can help. */
const FailedPage = () => (
  <div role="alert" className="column py-16 lg:py-28">
    <PageMeta title="This page could not be shown" />
    <h1 className="display text-40 lg:text-56">This page could not be shown</h1>
    <p className="mt-4 max-w-[36em] text-18 text-ink-2">
      Your connection may have dropped, or a newer version of the site has come out.
    </p>
    <Button size={48} className="mt-8" onClick={LOAD_AGAIN.onPress}>
      {LOAD_AGAIN.label}
    </Button>
  </div>
);
