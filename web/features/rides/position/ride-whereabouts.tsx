import { isUnderWay } from '#common/rides/position.ts';
import { readRideTracking } from '#common/rides/position-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { call } from '#web/lib/call.ts';
import { formatArrival, formatMinutes, formatSeen, isStale } from './format-arrival.ts';
import { arrivalOf, type LiveTracking, nextPlace, type RenderRideMap, rideMapView } from './ride-map-view.ts';
import { useTracking } from './use-tracking.ts';

interface RideWhereaboutsProps {
  ride: StaffRide;
  renderMap: RenderRideMap;
}

const readForStaff = (rideId: string) => call(readRideTracking, { rideId });

/** The live position of a ride's car for staff, on the map and as text, while the ride is under way. */
export function RideWhereabouts({ ride, renderMap }: RideWhereaboutsProps) {
  const tracking = useTracking(ride, readForStaff);
  if (!isUnderWay(ride)) return null;
  const name = ride.driver?.firstName ?? 'The driver';
  return (
    <section aria-label="Where the car is" className="mt-5">
      {tracking ? (
        <>
          <div className="isolate h-56 overflow-clip rounded-card border border-line sm:h-64">
            {renderMap(rideMapView(ride, tracking, 'Map of the ride'))}
          </div>
          <p className="mt-3 flex flex-wrap justify-between gap-x-6 text-14">
            <span className="font-medium">{formatWhereabouts(ride, tracking, name)}</span>
            <span
              className={isStale(tracking.position, tracking.now) ? 'font-medium text-warn' : 'text-ink-2'}
            >
              {formatSeen(tracking.position, tracking.now)}
            </span>
          </p>
        </>
      ) : (
        <p className="border-line border-y py-4 text-14 text-ink-2">
          {name}’s position is not known: none within ten minutes.
        </p>
      )}
    </section>
  );
}

/**
 * Describes the arrival: `7 to 10 min to ARIA Resort & Casino, about 4:19 PM PST`. Without an estimate, what
 * the car does.
 */
function formatWhereabouts(ride: StaffRide, { position, now }: LiveTracking, name: string): string {
  const place = nextPlace(ride, position);
  const arrival = arrivalOf(ride, position);
  if (arrival) {
    const seenAt = isStale(position, now) ? new Date(position.at) : now;
    return `${formatMinutes(arrival, seenAt)} to ${place}, about ${formatArrival(arrival)}`;
  }
  if (ride.status !== 'in_progress')
    return ride.arrivedAt ? `${name} waits at ${place}` : `${name} drives to ${place}`;
  return ride.hours === null ? `${name} drives to ${place}` : 'By the hour';
}
