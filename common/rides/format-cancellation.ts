import { formatDayTimeWithZone } from '../format-date-time.ts';
import { type Cents, formatDollars } from '../money.ts';
import { toInstant } from '../time.ts';
import { cancellationFee, cancellationFees, feeBaseCents, freeUntil } from './cancellation.ts';
import type { RiderRide } from './ride.ts';
import { isSettled, RIDE_STATES, type RideStatus } from './ride-states.ts';

/** The fields of a ride that its cancellation fee depends on. */
type ShownRide = Pick<
  RiderRide,
  | 'status'
  | 'paymentStatus'
  | 'fare'
  | 'driverId'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'history'
  | 'arrivedAt'
> &
  Partial<Pick<RiderRide, 'bookedFare'>>;

/** Whether a ride can still be cancelled, because it has not started. */
export const isCancellable = ({ status }: { status: RideStatus }): boolean =>
  RIDE_STATES[status]?.next.includes('cancelled') ?? false;

/** A ride's current and later cancellation fees, in cents. The server's calculation is authoritative. */
interface Outlook {
  feeCents: Cents;
  /** End of free cancellation, even once accepted; null if it has passed, or if cancelling is always free. */
  freeUntil: Date | null;
  fees: ReturnType<typeof cancellationFees>;
}

/** Calculates what cancelling costs now and later. A ride awaiting payment counts as paid. */
function cancellationOutlook(ride: ShownRide, now: Date): Outlook {
  const scheduledAt = (toInstant(ride.scheduledDate, ride.scheduledTime) ?? now).toISOString();
  const cancellable = { ...ride, scheduledAt, paidCents: paidCentsOf(ride) };
  const fees = cancellationFees(cancellable.paidCents);
  const until = freeUntil(cancellable);
  return {
    feeCents: cancellationFee(cancellable, now, 'rider'),
    freeUntil: until > now && fees.accepted > 0 ? until : null,
    fees,
  };
}

const paidCentsOf = (ride: ShownRide): Cents =>
  feeBaseCents(isSettled(ride) ? ride : { ...ride, paymentStatus: 'paid' });

/** Describes the cancellation fee of a ride in one sentence; null if the ride cannot be cancelled. */
export function cancellationSentence(ride: ShownRide, now: Date): string | null {
  if (!isCancellable(ride)) return null;
  const { freeUntil, fees } = cancellationOutlook(ride, now);
  if (fees.accepted === 0) return 'Free to cancel';
  if (freeUntil) return `Free to cancel until ${formatDayTimeWithZone(freeUntil, now)}`;
  const [accepted, arrived] = [formatDollars(fees.accepted), formatDollars(fees.arrived)];
  if (ride.driverId === null) return `Cancelling costs ${accepted} once a driver has accepted`;
  if (ride.arrivedAt) return `Cancelling costs ${arrived}`;
  return `Cancelling costs ${accepted}, and ${arrived} once your driver has arrived`;
}

/** Describes the cancellation fee in a few words, beside `Cancel ride`. */
export function cancellationCost(ride: ShownRide, now: Date): string {
  const { feeCents, freeUntil } = cancellationOutlook(ride, now);
  if (feeCents > 0) return `Costs ${formatDollars(feeCents)}`;
  return freeUntil ? `Free until ${formatDayTimeWithZone(freeUntil, now)}` : 'Free now';
}
