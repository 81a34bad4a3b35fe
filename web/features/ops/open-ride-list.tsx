import { formatDayTime } from '#common/format-date-time.ts';
import { formatRoute } from '#common/rides/overlap.ts';
import { toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Rides that need an action, soonest first: pickup, rider and route. */
export function OpenRideList({ label, rides }: { label: string; rides: readonly OpenRide[] }) {
  const now = useNow();
  const soonestFirst = rides.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)));

  return (
    <ul aria-label={label} className="border-line border-t">
      {soonestFirst.map((ride) => (
        <li key={ride.id} className="border-line border-b py-3">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="figures">{formatPickup(ride, now)}</span>
            <span className="text-14 text-ink-2">{vehicleName(ride.rideType)}</span>
          </p>
          <p className="font-medium">{ride.customerName}</p>
          <p className="text-14 text-ink-2">{formatRoute(ride)}</p>
        </li>
      ))}
    </ul>
  );
}

const sortKey = ({ scheduledDate, scheduledTime }: OpenRide) => `${scheduledDate} ${scheduledTime}`;

function formatPickup({ scheduledDate, scheduledTime }: OpenRide, now: Date): string {
  const pickup = toInstant(scheduledDate, scheduledTime);
  return pickup ? formatDayTime(pickup, now) : `${scheduledDate} ${scheduledTime}`;
}
