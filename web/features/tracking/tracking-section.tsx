import { lazy } from 'react';
import { WhenNear } from '#web/components/when-near.tsx';
import { DriverCard } from './driver-card.tsx';
import { MapPlaceholder } from './valley-streets.tsx';

const TrackingMap = lazy(() =>
  import('./tracking-map.tsx').then(({ TrackingMap }) => ({ default: TrackingMap })),
);

/** What a rider sees once a driver is on the way, shown on a sample ride (specification section 2, Home page). */
export const TrackingSection = () => (
  <section id="tracking" aria-labelledby="tracking-title">
    <h2 id="tracking-title" className="display text-40 lg:text-56">
      Track Your Ride in Real-Time
    </h2>
    <p className="mt-3 text-18 text-ink-2">See the car move, not a guess.</p>
    <div className="mt-8 grid gap-5 lg:mt-12 lg:grid-cols-[minmax(320px,384fr)_minmax(0,768fr)] lg:gap-12">
      <WhenNear
        fallback={<MapPlaceholder />}
        className="isolate h-100 overflow-clip rounded-card border border-line lg:order-last lg:h-auto lg:min-h-120"
      >
        <TrackingMap />
      </WhenNear>
      <DriverCard />
    </div>
  </section>
);
