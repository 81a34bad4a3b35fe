import { lazy } from 'react';
import type { Paint, Vehicle } from '#common/vehicles/catalogue.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { WhenNear } from '#web/components/when-near.tsx';
import { FleetHeader } from './fleet-header.tsx';

const FleetCarousel = lazy(() =>
  import('./fleet-carousel.tsx').then(({ FleetCarousel }) => ({ default: FleetCarousel })),
);

interface FleetSectionProps {
  onSelect: (vehicle: Vehicle, paint: Paint) => void;
}

/** Fleet and pricing (specification section 2, Home page). */
export const FleetSection = ({ onSelect }: FleetSectionProps) => (
  <section id="pricing" aria-labelledby="pricing-title">
    <WhenNear fallback={<FleetSkeleton />}>
      <FleetCarousel onSelect={onSelect} />
    </WhenNear>
  </section>
);

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
