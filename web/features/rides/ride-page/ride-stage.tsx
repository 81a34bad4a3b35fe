import type { CSSProperties } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { formatBooking } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { journeySteps, RideTimeline } from '../ride-card/ride-timeline.tsx';
import { RideVehicleLine } from '../ride-card/ride-vehicle-line.tsx';

interface RideStageProps {
  ride: RiderRide;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/**
 * A ride's six steps on the route line, with its vehicle at the current one. On a phone the vehicle has a
 * separate line above. A cancelled ride shows a fading line.
 */
export function RideStage({ ride, now, renderVehicle }: RideStageProps) {
  const steps = journeySteps(ride, now);
  const vehicle = renderVehicle(ride.rideType, colorOf(ride.driver?.vehicle, ride.preferredColor));
  const current = steps.findIndex(({ state }) => state === 'current');
  if (current === -1) return <RouteLine end="hollow" isFading className="mt-7" />;
  const ways = steps.length - 1;
  const done = current / ways;

  return (
    <div className="mt-7">
      <div className="sm:hidden">
        <RideVehicleLine done={done} vehicle={vehicle} />
        <p className="mt-3 mb-7 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="display text-28">{vehicleName(ride.rideType)}</span>
          <span className="text-14 text-ink-2">{formatBooking(ride)}</span>
        </p>
      </div>
      <div className="ride-stage-vehicle" style={placeOf(done, ways)}>
        {vehicle}
      </div>
      <RideTimeline steps={steps} className="relative" />
    </div>
  );
}

/** Aligns the vehicle's rear with the current step; at the last step, its front with the end of the line. */
const placeOf = (done: number, ways: number): CSSProperties & Record<`--${string}`, number> => ({
  '--done': done,
  '--ways': ways,
  justifyContent: done === 1 ? 'end' : 'start',
});
