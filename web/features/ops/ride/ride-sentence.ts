import { MINUTE_MS } from '#common/durations.ts';
import { formatMoment, formatWhen } from '#common/format-date-time.ts';
import { driverDelay, expectedEnd } from '#common/rides/punctuality.ts';
import type { CancelledBy } from '#common/rides/ride-money.ts';
import { isOffer, lastStamp, type Stamp, statusLabel, wasEverSettled } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas, formatDay } from '#common/time.ts';
import { formatDuration } from '../format-duration.ts';

const DAY_MINUTES = 24 * 60;

/** The most important fact about a ride in one sentence: `Nobody has this ride. Pickup in 48 min.` */
export function rideSentence(ride: StaffRide, now: Date): string {
  if (hasFailedRefund(ride)) return 'The refund did not arrive.';
  if (ride.paymentStatus === 'flagged') return 'What was paid is not what is owed.';
  switch (ride.status) {
    case 'requested':
      return isOffer(ride) ? `Nobody has this ride. ${pickupSentence(ride, now)}` : unpaidSentence(ride, now);
    case 'accepted':
      return acceptedSentence(ride, now);
    case 'in_progress': {
      const end = expectedEnd(ride);
      return `On the way, ${end > now ? 'ends' : 'was to end'} about ${formatMoment(end, now)}.`;
    }
    case 'completed':
      return ride.completedAt
        ? `Completed ${formatWhen(new Date(ride.completedAt), now)}.`
        : 'This ride is completed.';
    case 'cancelled':
      return cancelledSentence(ride);
    default:
      return `${statusLabel(ride.status)}.`;
  }
}

/** Whether a refund of the ride or of one of its charges failed. */
const hasFailedRefund = ({ refunds, charges }: StaffRide): boolean =>
  refunds.some(({ failure }) => failure) || charges.some(({ failure }) => failure);

function acceptedSentence(ride: StaffRide, now: Date): string {
  const who = ride.driver?.firstName ?? 'A driver';
  if (isLate(ride, now)) return `${who} is late. ${pickupSentence(ride, now)}`;
  const stamp = lastStamp(ride);
  if (stamp) return `${who} ${REPORTED[stamp]}. ${pickupSentence(ride, now)}`;
  return `${who} drives ${formatWhen(new Date(ride.scheduledAt), now)}.`;
}

const REPORTED: Readonly<Record<Stamp, string>> = { en_route: 'is on the way', arrived: 'has arrived' };

/** Whether the driver should have been at the pickup by now. */
export const isLate = (ride: StaffRide, now: Date): boolean => driverDelay(ride, now) === 'late';

const unpaidSentence = ({ paymentStatus, payBy }: StaffRide, now: Date): string =>
  paymentStatus === 'pending' && Date.parse(payBy) > now.getTime()
    ? `Not paid yet. Held until ${formatMoment(new Date(payBy), now)}.`
    : 'Not paid.';

const CANCELLED_BY: Record<CancelledBy, string> = {
  rider: 'The rider called it off.',
  operations: 'We called it off.',
  no_show: 'Nobody was at the pickup.',
};

function cancelledSentence(ride: StaffRide): string {
  const { cancellation, paymentStatus } = ride;
  if (cancellation) return CANCELLED_BY[cancellation.by];
  if (wasEverSettled(ride)) return 'No driver took it in time.';
  return paymentStatus === 'expired' ? 'It was not paid in time.' : 'This ride is cancelled.';
}

/** `Pickup in 48 min.`, `Pickup was 7 min ago.`, with the date if it is a day or more away. */
function pickupSentence({ scheduledAt }: StaffRide, now: Date): string {
  const pickup = new Date(scheduledAt);
  const minutes = Math.round((pickup.getTime() - now.getTime()) / MINUTE_MS);
  if (Math.abs(minutes) >= DAY_MINUTES)
    return `Pickup ${minutes < 0 ? 'was ' : ''}${formatWhen(pickup, now)}.`;
  if (minutes === 0) return 'Pickup is now.';
  return minutes > 0 ? `Pickup in ${spoken(minutes)}.` : `Pickup was ${spoken(-minutes)} ago.`;
}

/** A duration within a sentence: `48 min`, `2 h`, `2 h 3 min`. */
const spoken = (minutes: number): string =>
  minutes < 60 || minutes % 60 === 0
    ? formatDuration(minutes)
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** `today`, otherwise `Sat 21 Nov`. */
export const formatDayOrToday = (at: Date, now: Date): string =>
  dateInVegas(at) === dateInVegas(now) ? 'today' : formatDay(at, now);
