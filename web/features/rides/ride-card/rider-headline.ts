import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { addressLines } from '#common/places/address.ts';
import { noShowFrom } from '#common/rides/cancellation.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { formatSearchEnd } from '#common/rides/format-search-end.ts';
import { formatRoute } from '#common/rides/overlap.ts';
import { expectedEnd, isDriverLoss } from '#common/rides/punctuality.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { paidFor, totalOf } from '#common/rides/ride-money.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { formatDay, formatTime, formatTimeWithZone, toInstant } from '#common/time.ts';
import { formatArrival, formatMinutes, isStale } from '../position/format-arrival.ts';
import { arrivalOf, type LiveTracking, nextPlace } from '../position/ride-map-view.ts';
import {
  formatHeld,
  isAwaitingPayment,
  isStillSearching,
  riderSentence,
  riderStatus,
  unpaidLabels,
} from './format-ride.ts';

/** The headline of a ride for its rider, and an explanation. */
interface RiderHeadline {
  sentence: string;
  lead: string;
}

/** Describes the state of a ride to its rider, with the expected arrival when its position is known. */
export function riderHeadline(
  ride: RiderRide,
  now: Date,
  tracking: LiveTracking | null = null,
): RiderHeadline {
  const sentence = riderSentence(ride, now) ?? sentenceWithout(ride);
  return { sentence, lead: (tracking && trackedLead(ride, tracking)) ?? leadOf(ride, now) };
}

/** Returns the sentence of a ride without one in `riderSentence`: unpaid, under review or over. */
function sentenceWithout(ride: RiderRide): string {
  if (ride.status === 'completed') return 'Ride completed';
  if (ride.status !== 'cancelled') return riderStatus(ride).label;
  if (ride.cancelledBy === 'no_show') return 'Nobody was at the pickup';
  return foundNoDriver(ride) ? 'No driver was free' : 'Ride cancelled';
}

/** Whether a paid ride was cancelled because no driver accepted it. */
const foundNoDriver = (ride: RiderRide): boolean => ride.cancelledBy === null && at(ride, 'paid') !== null;

/** Whether nothing was paid for a booked ride: it was on account, or a promo code covered it. */
const wasNothingPaid = ({ paymentStatus, fare }: RiderRide): boolean =>
  paymentStatus === 'on_account' || fare.totalCents + fare.giftCardCents === 0;

/** Returns when a change last happened to a ride; null when it never did. */
function at({ history }: RiderRide, change: RideChange): Date | null {
  const entry = history.findLast((each) => each.change === change);
  return entry ? new Date(entry.at) : null;
}

const pickupOf = ({ scheduledDate, scheduledTime }: RiderRide): Date | null =>
  toInstant(scheduledDate, scheduledTime);

/** Formats the pickup time as `Fri 27 Nov, 7:30 PM PST`. */
function pickupMoment(ride: RiderRide, now: Date): string {
  const pickup = pickupOf(ride);
  return pickup ? formatDayTimeWithZone(pickup, now) : `${ride.scheduledDate} ${ride.scheduledTime}`;
}

const placeOf = (ride: RiderRide): string => addressLines(ride.pickupLocation).name;

const nameOf = (ride: RiderRide): string => ride.driver?.firstName ?? 'Your driver';

function leadOf(ride: RiderRide, now: Date): string {
  switch (ride.status) {
    case 'requested':
      return requestedLead(ride, now);
    case 'accepted':
      return acceptedLead(ride, now);
    case 'in_progress':
      return inProgressLead(ride);
    case 'completed': {
      const pickup = pickupOf(ride);
      const which = `${pickup ? formatDay(pickup, now) : ride.scheduledDate}, ${formatRoute(ride)}`;
      return isUnderReview(ride) ? `${which}. Your final fare is being checked.` : which;
    }
    case 'cancelled':
      return cancelledLead(ride, now);
    default:
      return pickupMoment(ride, now);
  }
}

/** Describes the expected arrival according to the car's position; null when unknown. */
function trackedLead(ride: RiderRide, { position, now }: LiveTracking): string | null {
  const arrival = arrivalOf(ride, position);
  if (!arrival) return null;
  const place = nextPlace(ride, position);
  const seenAt = new Date(position.at);
  if (isStale(position, now))
    return `${nameOf(ride)} was ${formatMinutes(arrival, seenAt)} from ${place} at ${formatTimeWithZone(seenAt)}.`;
  if (ride.status === 'in_progress') return `${place} at about ${formatArrival(arrival)}.`;
  return `${nameOf(ride)} reaches ${place} at about ${formatArrival(arrival)}.`;
}

function requestedLead(ride: RiderRide, now: Date): string {
  if (isAwaitingPayment(ride)) {
    return `${formatHeld(ride, now)}${unpaidLabels(ride).seen}`;
  }
  if (ride.paymentStatus === 'flagged')
    return 'What was paid does not match the fare. Our support team is looking into it.';
  const lost = ride.history.some(isDriverLoss);
  if (isStillSearching(ride)) return `${lost ? "Your driver can't come. " : ''}${searchEnd(ride)}`;
  return lost
    ? "Your driver can't come. We are finding another driver."
    : 'Drivers see your ride. We tell you as soon as one accepts.';
}

/** Describes until when the search for a driver goes on, and that a paid ride is then refunded in full. */
export function searchEnd(ride: RiderRide): string {
  const pickup = pickupOf(ride);
  return pickup ? formatSearchEnd({ pickup, isPaid: totalOf(paidFor(ride)) > 0 }) : '';
}

function acceptedLead(ride: RiderRide, now: Date): string {
  const [name, place] = [nameOf(ride), placeOf(ride)];
  if (ride.arrivedAt) {
    const from = noShowFrom({ ...ride, scheduledAt: (pickupOf(ride) ?? now).toISOString() });
    const isFree = from !== null && from > now;
    return `${name} waits at ${place}.${isFree ? ` Waiting is free until ${formatTimeWithZone(from)}.` : ''}`;
  }
  if (ride.enRouteAt)
    return `${name} set off for ${place} at ${formatTimeWithZone(new Date(ride.enRouteAt))}.`;
  return `${name} picks you up at ${place}. This page shows when they set off.`;
}

function inProgressLead(ride: RiderRide): string {
  const pickup = pickupOf(ride);
  if (ride.hours === null || !pickup) return `To ${addressLines(ride.dropoffLocation).name}.`;
  return `Booked until ${formatTimeWithZone(expectedEnd({ ...ride, scheduledAt: pickup.toISOString() }))}.`;
}

function cancelledLead(ride: RiderRide, now: Date): string {
  const moment = `${pickupMoment(ride, now)}.`;
  const end = at(ride, 'cancelled');
  if (ride.cancelledBy === 'no_show') {
    if (!ride.arrivedAt || !end) return moment;
    const arrived = formatTime(new Date(ride.arrivedAt));
    return `${nameOf(ride)} waited at ${placeOf(ride)} from ${arrived} to ${formatTimeWithZone(end)}.`;
  }
  if (ride.cancelledBy === 'operations') return `${moment} We had to cancel it.`;
  if (ride.cancelledBy === 'rider')
    return ride.driver ? `${moment} ${ride.driver.firstName} has been told.` : moment;
  if (foundNoDriver(ride)) {
    const money = wasNothingPaid(ride) ? 'It costs you nothing.' : 'All of it goes back.';
    return `Nobody had accepted${end ? ` by ${formatDayTimeWithZone(end, now)}` : ''}. We are sorry. ${money}`;
  }
  return `${moment} It was not paid in time.`;
}
