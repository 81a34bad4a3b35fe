import { formatCents, formatDollarString } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { dateInVegas, formatTime, toInstant } from '#common/time.ts';

/** Returns the rider's first name; `Your rider` when it is no longer available. */
export const riderName = ({ customer }: Pick<DriverRide, 'customer'>): string =>
  customer?.name.trim().split(/\s+/)[0] || 'Your rider';

/**
 * Describes the driver's current task, as the card's headline; null for a later day, unless the driver is on
 * the way.
 */
export function driveSentence(ride: DriverRide, now: Date): string | null {
  const name = riderName(ride);
  if (ride.status === 'in_progress') return `To ${addressLines(ride.dropoffLocation).name}`;
  if (ride.status !== 'accepted') return null;
  if (ride.arrivedAt !== null) return `Waiting for ${name}`;
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  const isNow = ride.scheduledDate === dateInVegas(now) || ride.enRouteAt !== null;
  return pickup && isNow ? `Pick up ${name} at ${formatTime(pickup)}` : null;
}

/** Says who cancelled a driver's ride: `Alex cancelled`. */
export function formatCancellationForDriver(ride: DriverRide): string {
  if (ride.cancelledBy === 'rider') {
    return ride.isForGuest ? 'The person who booked cancelled' : `${riderName(ride)} cancelled`;
  }
  if (ride.cancelledBy === 'no_show') return `${riderName(ride)} didn't come`;
  return 'Dispatch cancelled';
}

/** Says that staff completed the ride for the driver. */
export const COMPLETED_BY_STAFF = 'Dispatch completed your ride';

/** Describes the driver's share of a ride. */
export const formatShare = ({ driverShare }: DriverRide): string =>
  `Your share: ${formatDollarString(driverShare)}.`;

/**
 * Returns a note on a past ride whose share is not that of the fare: under review or cancelled. Null for any
 * other.
 */
export function pastNote(ride: DriverRide): string | null {
  if (ride.fareReview && isUnderReview(ride)) {
    return `Dispatch checks the final fare of ${formatCents(ride.fareReview.proposedCents)}. Your share follows.`;
  }
  if (ride.status !== 'cancelled') return null;
  const share = formatDollarString(ride.driverShare);
  const pay = share === '$0.00' ? '' : ` Your share of the fee: ${share}.`;
  return `${formatCancellationForDriver(ride)}.${pay}`;
}
