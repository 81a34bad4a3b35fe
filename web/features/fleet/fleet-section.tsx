import { lazy, memo } from 'react';
import type { Paint, Vehicle } from '#common/vehicles/catalogue.ts';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { FleetHeader } from './fleet-header.tsx';

const FleetCarousel = lazy(() =>
  import('./fleet-carousel.tsx').then(({ FleetCarousel }) => ({ default: FleetCarousel })),
);

interface FleetSectionProps {
  /** Must be a stable function: a new one would replace prerendered cards by skeletons until hydration. */
  onSelect: (vehicle: Vehicle, paint: Paint) => void;
}

/** Fleet and pricing (specification section 2, Home page). Prerendered; the carousel's code loads last. */
export const FleetSection = memo(function FleetSection({ onSelect }: FleetSectionProps) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="offscreen-660 md:offscreen-595">
      <LoadBoundary fallback={<FleetSkeleton />}>
        <FleetCarousel onSelect={onSelect} />
      </LoadBoundary>
    </section>
  );
});

const CARD = 'h-111 rounded-card';

const FleetSkeleton = () => (
  <>
    <FleetHeader />
    <div aria-busy className="mt-8 grid grid-cols-1 gap-6 md:grid-cols-2 lg:mt-10 lg:grid-cols-3">
      <Skeleton className={CARD} />
      <Skeleton className={`${CARD} max-md:hidden`} />
      <Skeleton className={`${CARD} max-lg:hidden`} />
    </div>
  </>
);
