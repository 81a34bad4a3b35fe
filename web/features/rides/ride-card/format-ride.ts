import { hoursText } from '#common/fares/quote-fare.ts';
import { formatCents, formatDollarString } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { formatMoment } from '#common/rides/cancellation-in-words.ts';
import { isToldOfSearch } from '#common/rides/punctuality.ts';
import { type DriverRide, formatRefund, type Offer, type RiderRide } from '#common/rides/ride.ts';
import { wasPaid } from '#common/rides/ride-money.ts';
import {
  findRideState,
  lastStamp,
  type RideStatus,
  SETTLED,
  STAMPS,
  wasSettled,
} from '#common/rides/ride-states.ts';
import { dateInVegas, formatDay, formatTimeWithZone, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/** A ride in a phrase, to name its card: `Lux SUV, Harry Reid International Airport to Bellagio Hotel & Casino`. */
export const formatRideTitle = (ride: {
  rideType: string;
  pickupLocation: string;
  dropoffLocation: string;
}): string =>
  `${vehicleName(ride.rideType)}, ${addressLines(ride.pickupLocation).name} to ${addressLines(ride.dropoffLocation).name}`;

type Booking = Pick<Offer, 'bookingType' | 'hours'>;

/** `Point to Point`, or `Hourly, 4 hours`. */
export function formatBooking({ bookingType, hours }: Booking): string {
  if (bookingType === 'point-to-point') return 'Point to Point';
  return hours === null ? 'Hourly' : `Hourly, ${hoursText(hours)}`;
}

/** A pickup as cards write it. */
export interface FormattedPickup {
  /** `Today`, else `Sat 21 Nov`. */
  day: string;
  /** `Today, Fri 20 Nov`, else `Sat 21 Nov`. */
  longDay: string;
  /** `6:30 PM PST`. */
  time: string;
  /** The instant, ISO 8601, for machines. */
  dateTime: string;
}

/** Formats a wall date and time in Las Vegas; ones that no clock shows are returned as they came. */
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

/** A ride's fare as shown: what it came to if that is known, else the estimate (specification section 2, Ride card). */
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
>;

const NOT_CHARGED = 'You have not been charged.';
const ON_ITS_WAY = 'Your refund is on its way.';

/** Why a cancelled ride came to nothing and what became of its money, in a few short sentences for its rider. */
export function formatCancellation(ride: Cancelled): string {
  if (wasSettled(ride)) {
    const reason = ride.cancelledBy ? CANCELLED_BY[ride.cancelledBy] : 'No driver could take this ride.';
    return `${reason} ${formatMoneyBack(ride)}`;
  }
  const isTooLate = ride.paymentStatus === 'expired' && ride.cancelledBy === null;
  const reason = isTooLate ? 'It was not paid in time. ' : '';
  const credit = ride.giftCardId === null ? '' : ' Your gift card has its credit back.';
  return `${reason}${formatRefund(ride) ?? NOT_CHARGED}${credit}`;
}

const CANCELLED_BY = {
  rider: 'You cancelled this ride.',
  operations: 'We had to cancel this ride.',
  no_show: 'Nobody was at the pickup.',
} as const;

/** What became of the money of a ride that was paid for. Where a fee was kept it stays paid, refunded or not. */
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

/** That a driver was late, and what the rider got for it. */
export const lateCreditInWords = ({ minutes, amountCents }: NonNullable<RiderRide['lateCredit']>): string =>
  `Your driver was ${minutes} minutes late. We are sorry, and mailed you a ${formatCents(amountCents)} gift card.`;

/** A ride's status as its card shows it. */
export interface StatusDisplay {
  label: string;
  tone: StatusTone;
}

/** An unknown status is shown raw. */
const byStatus = (status: RideStatus): StatusDisplay =>
  findRideState(status) ?? { label: status, tone: 'muted' };

type DriverStatusOf = Pick<DriverRide, 'status' | 'enRouteAt' | 'arrivedAt' | 'cancelledBy'>;

/** A ride's status for its driver, who reads how far they have come, too; an unknown status is shown raw. */
export function driverStatus(ride: DriverStatusOf): StatusDisplay {
  if (ride.status === 'cancelled' && ride.cancelledBy === 'no_show')
    return { ...byStatus(ride.status), label: 'No-show' };
  const stamp = lastStamp(ride);
  return stamp ? { ...byStatus(ride.status), label: STAMPS[stamp].label } : byStatus(ride.status);
}

/** Whether a ride waits for its rider to pay. */
export const isAwaitingPayment = (ride: Pick<RiderRide, 'status' | 'paymentStatus'>): boolean =>
  ride.status === 'requested' && ride.paymentStatus === 'pending';

type WallTime = 'scheduledDate' | 'scheduledTime';

type RiderStanding = Pick<
  RiderRide,
  'status' | 'paymentStatus' | 'enRouteAt' | 'arrivedAt' | 'history' | WallTime
>;

/** What an unpaid ride waits for: a payment, or where nothing is due its rider's word. */
export const unpaidWords = ({ fare, order }: Pick<RiderRide, 'fare' | 'order'>) =>
  (order?.dueCents ?? fare.totalCents) > 0
    ? { status: 'Awaiting payment', action: 'Pay now', seen: 'Drivers see it once it is paid.' }
    : { status: 'Not confirmed', action: 'Confirm booking', seen: 'Drivers see it once it is confirmed.' };

/** With which ride an unpaid one is paid, and what both come to. */
export const paidWithWords = ({ leg, dueCents }: NonNullable<RiderRide['order']>): string =>
  `${dueCents > 0 ? 'Paid' : 'Confirmed'} with the ride ${leg === 'back' ? 'there' : 'back'}${
    dueCents > 0 ? `, ${formatCents(dueCents)} for both` : ''
  }.`;

/** A ride's status for its rider: of an open ride its payment status counts too, of an accepted one how far its driver is. */
export function riderStatus(
  ride: Pick<RiderRide, 'status' | 'paymentStatus' | 'fare' | 'order' | 'enRouteAt' | 'arrivedAt'>,
): StatusDisplay {
  if (isAwaitingPayment(ride)) return { label: unpaidWords(ride).status, tone: 'warn' };
  if (ride.paymentStatus === 'flagged') return { label: 'Payment under review', tone: 'warn' };
  const stamp = lastStamp(ride);
  return stamp ? { label: STAMPS[stamp].label, tone: 'gold' } : byStatus(ride.status);
}

/** Whether its rider was told that no driver had accepted within the hour, and none has since. */
export function isStillSearching(ride: Pick<RiderStanding, 'status' | 'history' | WallTime>): boolean {
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  return ride.status === 'requested' && pickup !== null && isToldOfSearch(ride, pickup);
}

/** From so long before the pickup on, a driver who has accepted counts as on the way. */
const ON_THE_WAY_MS = 24 * 3_600_000;

/** A ride's status as a sentence for its rider; null when the label says it all (specification section 2, My Rides). */
export function riderSentence(ride: RiderStanding, now: Date): string | null {
  const { status, paymentStatus, scheduledDate, scheduledTime } = ride;
  if (status === 'requested' && !SETTLED.includes(paymentStatus)) return null;
  if (isStillSearching(ride)) return 'We are still looking for your driver';
  if (status === 'accepted' && ride.arrivedAt) return 'Your driver is here';
  const pickup = toInstant(scheduledDate, scheduledTime);
  const isAhead = pickup && pickup.getTime() - now.getTime() > ON_THE_WAY_MS;
  if (status === 'accepted' && !ride.enRouteAt && isAhead)
    return `Your driver is booked for ${formatMoment(pickup, now)}`;
  return findRideState(status)?.riderSentence ?? null;
}
