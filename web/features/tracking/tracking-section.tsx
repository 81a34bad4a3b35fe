import { lazy, type ReactNode, useRef } from 'react';
import { latePart } from '#web/components/late-part.tsx';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { useIsNearViewport } from '#web/lib/use-is-near-viewport.ts';
// Styles of the placeholder, which is prerendered.
import './valley-streets.css';

const TrackingMap = lazy(() =>
  import('./tracking-map.tsx').then(({ TrackingMap }) => ({ default: TrackingMap })),
);

const DriverCard = latePart(() => import('./driver-card.tsx'), 'DriverCard');
const MapPlaceholder = latePart(() => import('./map-placeholder.tsx'), 'MapPlaceholder');

/** The tracking view with a sample ride (specification section 2, Home page). */
export const TrackingSection = () => (
  <section
    id="tracking"
    aria-labelledby="tracking-title"
    className="offscreen-1095 sm:offscreen-900 lg:offscreen-675"
  >
    <h2 id="tracking-title" className="display text-40 lg:text-56">
      Track Your Ride in Real-Time
    </h2>
    <p className="mt-3 text-18 text-ink-2">See the car move, not a guess.</p>
    <div className="mt-8 grid gap-5 lg:mt-12 lg:grid-cols-[minmax(320px,384fr)_minmax(0,768fr)] lg:gap-12">
      <LazyWhenVisible
        fallback={<MapPlaceholder />}
        className="isolate h-100 overflow-clip rounded-card border border-line lg:order-last lg:h-auto lg:min-h-120"
      >
        <TrackingMap />
      </LazyWhenVisible>
      <DriverCard />
    </div>
  </section>
);

interface LazyWhenVisibleProps {
  /** Must have the size of the children, to avoid a layout shift. */
  fallback: ReactNode;
  /** A lazy component, loaded when first rendered. */
  children: ReactNode;
  className?: string;
}

/** Renders its children once they come near the viewport. */
function LazyWhenVisible({ fallback, children, className }: LazyWhenVisibleProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNearViewport(place);

  return (
    <div ref={place} className={className}>
      {isNear ? <LoadBoundary fallback={fallback}>{children}</LoadBoundary> : fallback}
    </div>
  );
}
