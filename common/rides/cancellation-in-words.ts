import { type Cents, formatDollars } from '../money.ts';
import { formatDay, formatTimeWithZone, toInstant } from '../time.ts';
import { cancellationFee, cancellationFees, feeBaseCents, freeUntil } from './cancellation.ts';
import type { RiderRide } from './ride.ts';
import { RIDE_STATES, type RideStatus, SETTLED } from './ride-states.ts';

/** What of a ride its rider needs to know what cancelling costs. */
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

/** Whether a ride can be cancelled: it has not begun. */
export const isCancellable = ({ status }: { status: RideStatus }): boolean =>
  RIDE_STATES[status]?.next.includes('cancelled') ?? false;

/** What cancelling a ride costs its rider by the rule, in cents; the server has the last word. */
interface Outlook {
  feeCents: Cents;
  /** Until when it costs nothing, once a driver has accepted too; null where that is over, or it never costs anything. */
  freeUntil: Date | null;
  fees: ReturnType<typeof cancellationFees>;
}

/** What cancelling costs now and later; one that waits for its payment counts as paid. */
export function cancellationOutlook(ride: ShownRide, now: Date): Outlook {
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
  feeBaseCents(SETTLED.includes(ride.paymentStatus) ? ride : { ...ride, paymentStatus: 'paid' });

/** An instant as sentences about cancelling write it: `Fri 27 Nov, 6:30 PM PST`. */
export const formatMoment = (at: Date, now: Date): string =>
  `${formatDay(at, now)}, ${formatTimeWithZone(at)}`;

/** What cancelling costs now, in the small sentence below a ride and its payment; null where it cannot be cancelled. */
export function cancellationSentence(ride: ShownRide, now: Date): string | null {
  if (!isCancellable(ride)) return null;
  const { freeUntil, fees } = cancellationOutlook(ride, now);
  if (fees.accepted === 0) return 'Free to cancel';
  if (freeUntil) return `Free to cancel until ${formatMoment(freeUntil, now)}`;
  const [accepted, arrived] = [formatDollars(fees.accepted), formatDollars(fees.arrived)];
  if (ride.driverId === null) return `Cancelling costs ${accepted} once a driver has accepted`;
  if (ride.arrivedAt) return `Cancelling costs ${arrived}`;
  return `Cancelling costs ${accepted}, and ${arrived} once your driver has arrived`;
}

/** The same in two or three words, beside `Cancel ride`. */
export function cancellationCost(ride: ShownRide, now: Date): string {
  const { feeCents, freeUntil } = cancellationOutlook(ride, now);
  if (feeCents > 0) return `Costs ${formatDollars(feeCents)}`;
  return freeUntil ? `Free until ${formatMoment(freeUntil, now)}` : 'Free now';
}
