import '../rides.css';
import { Link } from 'react-router-dom';
import { addressLines } from '#common/places/address.ts';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { formatDay, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { driverStatus, formatFare } from './format-ride.ts';

type AnyRide = RiderRide | DriverRide;

interface PastRidesProps<R extends AnyRide> {
  rides: readonly R[];
  now: Date;
  /** A note shown with a ride; null for none. */
  noteOf?: (ride: R) => string | null;
  /** The page that a row links to. */
  pathOf?: (ride: R) => string;
}

/** A list of past rides: columns on wide screens, three lines each on a phone. */
export const PastRides = <R extends AnyRide>({ rides, now, noteOf, pathOf }: PastRidesProps<R>) => (
  <ul className="max-sm:border-line max-sm:border-t sm:rounded-card sm:border sm:border-line sm:bg-surface">
    {rides.map((ride) => (
      <PastRide key={ride.id} ride={ride} now={now} note={noteOf?.(ride) ?? null} path={pathOf?.(ride)} />
    ))}
  </ul>
);

const dayText = (ride: AnyRide, now: Date) => {
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  return pickup ? formatDay(pickup, now) : ride.scheduledDate;
};

interface PastRideProps {
  ride: AnyRide;
  now: Date;
  note: string | null;
  path?: string;
}

function PastRide({ ride, now, note, path }: PastRideProps) {
  const { label, tone } = driverStatus(ride);
  return (
    <li className="past-ride relative border-line py-4 text-14 max-sm:border-b sm:px-7 sm:py-5 sm:not-first:border-t">
      <time dateTime={ride.scheduledDate} className="text-ink-2 [grid-area:day] sm:text-ink">
        {dayText(ride, now)}
      </time>
      <p className="flex items-center gap-2.5 [grid-area:vehicle]">
        <TierBadge rideType={ride.rideType} />
        <span className="max-xl:hidden">{vehicleName(ride.rideType)}</span>
      </p>
      <p className="past-route text-16 [grid-area:route] xl:text-14">
        {path ? (
          <Link to={path} className="past-link">
            <Route ride={ride} />
          </Link>
        ) : (
          <Route ride={ride} />
        )}
      </p>
      <p className="[grid-area:status]">
        <StatusDot tone={tone}>{label}</StatusDot>
      </p>
      <p className="figures text-right text-16 [grid-area:fare]">{formatFare(ride).amount}</p>
      {note && <p className="text-ink-2 [grid-area:note]">{note}</p>}
    </li>
  );
}

const Route = ({ ride }: { ride: AnyRide }) => (
  <>
    <span>{addressLines(ride.pickupLocation).name}</span>
    <RouteLine size="half" className="hidden w-16 xl:flex" />
    <span className="xl:sr-only"> to </span>
    <span>{addressLines(ride.dropoffLocation).name}</span>
  </>
);
