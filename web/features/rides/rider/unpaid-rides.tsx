import type { RiderRide } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useRiderRides } from '../api/use-lists.ts';
import {
  formatRideTitle,
  formatUnpaid,
  isAwaitingPayment,
  riderStatus,
  unpaidLabels,
} from '../ride-card/format-ride.ts';
import { PickupTime } from '../ride-card/ride-card.tsx';
import { shortRoute } from '../ride-card/short-place.ts';
import { ViewRide } from './rider-ride-card.tsx';
import { usePayNow } from './use-pay-now.ts';

/**
 * Shown above the booking form: the rider's unpaid rides that are still held, the first to expire first, each
 * with a button to pay. A ride there and its ride back are one, since they are paid together.
 */
export function UnpaidRides({ riderId }: { riderId: string }) {
  const { rides } = useRiderRides(riderId);
  const now = useNow();
  const held = Object.values(rides).filter(
    (ride) => isAwaitingPayment(ride) && heldUntil(ride) > now.getTime(),
  );
  const ids = new Set(held.map(({ id }) => id));
  const unpaid = held
    .filter(({ order }) => order?.leg !== 'back' || !ids.has(order.otherRideId))
    .toSorted((one, other) => heldUntil(one) - heldUntil(other));
  if (unpaid.length === 0) return null;

  return (
    <ul aria-label="Unpaid rides" className="mt-7 grid gap-3 lg:mt-10">
      {unpaid.map((ride) => (
        <li key={ride.id}>
          <UnpaidRide ride={ride} now={now} />
        </li>
      ))}
    </ul>
  );
}

const heldUntil = ({ payBy }: RiderRide): number =>
  payBy === null ? Number.POSITIVE_INFINITY : Date.parse(payBy);

function UnpaidRide({ ride, now }: { ride: RiderRide; now: Date }) {
  const { run, isPending } = usePayNow(ride);
  const { label, tone } = riderStatus(ride);

  return (
    <article
      aria-label={formatRideTitle(ride)}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-4.5 sm:px-7 sm:py-5"
    >
      <div className="min-w-0 leading-snug">
        <StatusDot tone={tone}>{label}</StatusDot>
        <p className="mt-1 font-medium wrap-anywhere">{shortRoute(ride)}</p>
        <p className="mt-0.5">
          <PickupTime ride={ride} now={now} />, {vehicleName(ride.rideType)}
        </p>
        <p className="mt-1 text-14 text-pretty text-ink-2">{formatUnpaid(ride, now)}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <ViewRide ride={ride} />
        <Button isPending={isPending} pendingLabel="Processing..." onClick={() => run()}>
          {unpaidLabels(ride).action}
        </Button>
      </div>
    </article>
  );
}
