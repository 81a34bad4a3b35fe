import type { ReactNode } from 'react';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { FareFigure } from './fare-figure.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { RideHead } from './ride-head.tsx';
import type { Standing } from './ride-standing.ts';
import { RideTimeline } from './ride-timeline.tsx';
import { timelineSteps } from './ride-timeline-steps.ts';
import { rideTitle } from './ride-title.ts';
import { RideWhen } from './ride-when.tsx';
import './rides.css';

interface RideCardProps {
  ride: RiderRide | DriverRide;
  now: Date;
  standing: Standing;
  /** What is happening, as a sentence; null when the status word says it all. */
  sentence?: string | null;
  /** Under the fare: whether it is paid, or what the driver gets of it. */
  money?: ReactNode;
  renderVehicle: RenderVehicle;
  /** The card's last part: who, and what can be done. */
  children?: ReactNode;
}

/** An active ride, for either role: where it stands, where it goes, when, for how much. */
export function RideCard({ ride, now, standing, sentence, money, renderVehicle, children }: RideCardProps) {
  const steps = timelineSteps(ride, now);

  return (
    <article aria-label={rideTitle(ride)} className="rounded-card border border-line bg-surface p-4.5 sm:p-7">
      <RideHead rideType={ride.rideType} standing={standing} />
      {sentence && <h3 className="display mt-3 text-28">{sentence}</h3>}
      <div className="ride-grid mt-4 sm:mt-5">
        <RoutePlaces
          pickupLocation={ride.pickupLocation}
          dropoffLocation={ride.dropoffLocation}
          className="[grid-area:route]"
        />
        <div className="ride-vehicle">{renderVehicle(ride.rideType, ride.preferredColor)}</div>
        <hr className="ride-rule" />
        <RideWhen ride={ride} now={now} className="[grid-area:when] sm:self-end sm:text-right" />
        <FareFigure ride={ride}>{money}</FareFigure>
        {steps.length > 0 && (
          <>
            <hr className="ride-rule-2" />
            <RideTimeline steps={steps} className="[grid-area:timeline]" />
          </>
        )}
      </div>
      {children}
    </article>
  );
}
