import { DAY_MS } from '#common/durations.ts';
import { hoursText } from '#common/fares/quote-fare.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents, formatDollarString } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { wasNotifiedOfSearch } from '#common/rides/punctuality.ts';
import {
  type DriverRide,
  formatRefund,
  type Offer,
  type RiderRide,
  wasChargedUnbooked,
} from '#common/rides/ride.ts';
import { wasPaid } from '#common/rides/ride-money.ts';
import {
  findRideState,
  lastStamp,
  type RideStatus,
  SETTLED,
  STAMPS,
  type Stamped,
  wasEverSettled,
} from '#common/rides/ride-states.ts';
import { dateInVegas, formatDay, formatTimeWithZone, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/**
 * Formats a ride as its card's label: `Lux SUV, Harry Reid International Airport to Bellagio Hotel & Casino`.
 */
export const formatRideTitle = (ride: {
  rideType: string;
  pickupLocation: string;
  dropoffLocation: string;
}): string =>
  `${vehicleName(ride.rideType)}, ${addressLines(ride.pickupLocation).name} to ${addressLines(ride.dropoffLocation).name}`;

type Booking = Pick<Offer, 'bookingType' | 'hours'>;

/** Formats the booking type: `Point to Point`, or `Hourly, 4 hours`. */
export function formatBooking({ bookingType, hours }: Booking): string {
  if (bookingType === 'point-to-point') return 'Point to Point';
  return hours === null ? 'Hourly' : `Hourly, ${hoursText(hours)}`;
}

/** A pickup as formatted for cards. */
interface FormattedPickup {
  /** `Today`, or `Sat 21 Nov`. */
  day: string;
  /** `Today, Fri 20 Nov`, or `Sat 21 Nov`. */
  longDay: string;
  /** `6:30 PM PST`. */
  time: string;
  /** ISO 8601, for the `dateTime` attribute. */
  dateTime: string;
}

/** Formats a local date and time in Las Vegas. Returns them unchanged when they do not exist. */
export function formatPickup(date: string, time: string, now: Date): FormattedPickup {
  const at = toInstant(date, time);
  if (!at) return { day: date, longDay: date, time, dateTime: `${date}T${time}` };
  const day = formatDay(at, now);
  const isToday = date === dateInVegas(now);
  return {
    day: isToday ? 'Today' : day,
    longDay: isToday ? `Today, ${day}` : day,
    time: formatTimeWithZone(at),
    dateTime: at.toISOString(),
  };
}

/**
 * Formats the fare to show: the actual fare if known, else the estimate (specification section 2, Ride card).
 */
export const formatFare = (
  ride: Pick<RiderRide, 'actualFare' | 'estimatedFare'>,
): { label: string; amount: string } =>
  ride.actualFare === null
    ? { label: 'Estimated fare', amount: formatDollarString(ride.estimatedFare) }
    : { label: 'Fare', amount: formatDollarString(ride.actualFare) };

type Cancelled = Pick<
  RiderRide,
  | 'paymentStatus'
  | 'refundedAmount'
  | 'refundFailedAmount'
  | 'refundedToGiftCard'
  | 'giftCardId'
  | 'history'
  | 'cancelledBy'
  | 'cancellationFee'
  | 'charges'
  | 'isLateRefundOwed'
>;

const NOT_CHARGED = 'You have not been charged.';
const ON_ITS_WAY = 'Your refund is on its way.';

/** Explains to the rider why a ride was cancelled and what is refunded, in short sentences. */
export function formatCancellation(ride: Cancelled): string {
  if (wasEverSettled(ride)) {
    const reason = ride.cancelledBy ? CANCELLED_BY[ride.cancelledBy] : 'No driver could take this ride.';
    return `${reason} ${formatMoneyBack(ride)}`;
  }
  const isTooLate = ride.paymentStatus === 'expired' && ride.cancelledBy === null;
  const reason = isTooLate ? 'It was not paid in time. ' : '';
  const credit = ride.giftCardId === null ? '' : ' Your gift card balance is restored.';
  return `${reason}${formatRefund(ride) ?? unbookedRefund(ride)}${credit}`;
}

/**
 * Describes the refund of a ride that was never booked. A flagged payment may have been refunded at Stripe
 * directly, and one leg of a return trip may have no share of the payment: then the ride owes nothing and has
 * no refund of its own.
 */
function unbookedRefund(ride: Cancelled): string {
  if (ride.isLateRefundOwed) return ON_ITS_WAY;
  return wasChargedUnbooked(ride) ? 'Your payment is refunded in full.' : NOT_CHARGED;
}

const CANCELLED_BY = {
  rider: 'You cancelled this ride.',
  operations: 'We had to cancel this ride.',
  no_show: 'Nobody was at the pickup.',
} as const;

/**
 * Describes the refund of a cancelled paid ride, and the fee kept. With a fee, `paymentStatus` stays `paid`
 * whether or not the rest was refunded.
 */
function formatMoneyBack(ride: Cancelled): string {
  const isPaid =
    ride.paymentStatus === 'paid' || (ride.paymentStatus === 'waived' && ride.giftCardId !== null);
  const wasCharged = isPaid || ride.charges.some(wasPaid);
  const back = formatRefund(ride) ?? (wasCharged ? ON_ITS_WAY : NOT_CHARGED);
  const fee = ride.cancellationFee && formatDollarString(ride.cancellationFee);
  if (!fee) return isPaid && !ride.cancelledBy ? ON_ITS_WAY : back;
  const kept = ride.paymentStatus === 'on_account' ? `${fee} stays on your account.` : `${fee} was kept.`;
  return ride.paymentStatus === 'on_account' ? kept : `${back} ${kept}`;
}

/** Says that the driver was late, and which gift card the rider got for it. */
export const formatLateCredit = ({ minutes, amountCents }: NonNullable<RiderRide['lateCredit']>): string =>
  `Your driver was ${minutes} minutes late. We are sorry, and emailed you a ${formatCents(amountCents)} gift card.`;

/** Label and tone of a ride's status on its card. */
export interface StatusDisplay {
  label: string;
  tone: StatusTone;
}

/** Returns the label of a status. An unknown status is shown as is. */
const byStatus = (status: RideStatus): StatusDisplay =>
  findRideState(status) ?? { label: status, tone: 'muted' };

type DriverStatusOf = Pick<DriverRide, 'status' | keyof Stamped | 'cancelledBy'>;

/**
 * Returns the status of a ride for its driver, including On the way, Arrived and No-show. An unknown status
 * is shown as is.
 */
export function driverStatus(ride: DriverStatusOf): StatusDisplay {
  if (ride.status === 'cancelled' && ride.cancelledBy === 'no_show')
    return { ...byStatus(ride.status), label: 'No-show' };
  const stamp = lastStamp(ride);
  return stamp ? { ...byStatus(ride.status), label: STAMPS[stamp].label } : byStatus(ride.status);
}

/** Whether a ride waits for its rider to pay, or to confirm when nothing is due. */
export const isAwaitingPayment = (ride: Pick<RiderRide, 'status' | 'paymentStatus'>): boolean =>
  ride.status === 'requested' && ride.paymentStatus === 'pending';

type WallTime = 'scheduledDate' | 'scheduledTime';

type RiderStatusFields = Pick<RiderRide, 'status' | 'paymentStatus' | keyof Stamped | 'history' | WallTime>;

/** Returns the texts of an unpaid ride, which needs a payment or, when nothing is due, a confirmation. */
export const unpaidLabels = ({ fare, order }: Pick<RiderRide, 'fare' | 'order'>) =>
  (order?.dueCents ?? fare.totalCents) > 0
    ? { status: 'Awaiting payment', action: 'Pay now', seen: 'Drivers see it once it is paid.' }
    : { status: 'Not confirmed', action: 'Confirm booking', seen: 'Drivers see it once it is confirmed.' };

/** Says until when an unpaid ride is held, with the day unless it is today. Empty without a deadline. */
export function formatHeld({ payBy }: Pick<RiderRide, 'payBy'>, now: Date): string {
  if (payBy === null) return '';
  const until = new Date(payBy);
  const isToday = dateInVegas(until) === dateInVegas(now);
  return `Held until ${isToday ? formatTimeWithZone(until) : formatDayTimeWithZone(until, now)}. `;
}

/** Says that a ride is paid together with its other leg, and the total of both. */
const formatPaidWith = ({ leg, dueCents }: NonNullable<RiderRide['order']>): string =>
  `${dueCents > 0 ? 'Paid' : 'Confirmed'} with the ride ${leg === 'back' ? 'there' : 'back'}${
    dueCents > 0 ? `, ${formatCents(dueCents)} for both` : ''
  }.`;

/** Says until when an unpaid ride is held, when drivers see it, and whether it is paid with another. */
export const formatUnpaid = (ride: Pick<RiderRide, 'payBy' | 'fare' | 'order'>, now: Date): string =>
  `${formatHeld(ride, now)}${unpaidLabels(ride).seen}${ride.order ? ` ${formatPaidWith(ride.order)}` : ''}`;

/** Returns the status of a ride for its rider, including an open payment and the driver's progress. */
export function riderStatus(
  ride: Pick<RiderRide, 'status' | 'paymentStatus' | 'fare' | 'order' | keyof Stamped>,
): StatusDisplay {
  if (isAwaitingPayment(ride)) return { label: unpaidLabels(ride).status, tone: 'warn' };
  if (ride.paymentStatus === 'flagged') return { label: 'Payment under review', tone: 'warn' };
  const stamp = lastStamp(ride);
  return stamp ? { label: STAMPS[stamp].label, tone: 'gold' } : byStatus(ride.status);
}

/** Whether the rider was notified that no driver had accepted yet, and still none has. */
export function isStillSearching(ride: Pick<RiderStatusFields, 'status' | 'history' | WallTime>): boolean {
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  return ride.status === 'requested' && pickup !== null && wasNotifiedOfSearch(ride, pickup);
}

/**
 * How long before the pickup the sentence of an accepted ride stops naming the booked time, in milliseconds.
 */
const ON_THE_WAY_MS = DAY_MS;

/**
 * Returns the status of a ride as a sentence for its rider; null when the label suffices (specification
 * section 2, My Rides).
 */
export function riderSentence(ride: RiderStatusFields, now: Date): string | null {
  const { status, paymentStatus, scheduledDate, scheduledTime } = ride;
  if (status === 'requested' && !SETTLED.includes(paymentStatus)) return null;
  if (isStillSearching(ride)) return 'We are still looking for your driver';
  if (status === 'accepted' && ride.arrivedAt) return 'Your driver is here';
  const pickup = toInstant(scheduledDate, scheduledTime);
  const isAhead = pickup && pickup.getTime() - now.getTime() > ON_THE_WAY_MS;
  if (status === 'accepted' && !ride.enRouteAt && isAhead)
    return `Your driver is booked for ${formatDayTimeWithZone(pickup, now)}`;
  return findRideState(status)?.riderSentence ?? null;
}
