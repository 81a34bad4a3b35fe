import { formatDay, formatTime, pickupTimeProblem, toInstant } from '../time.ts';
import { plannedSpan } from './overlap.ts';

/** Wall date (YYYY-MM-DD) and time (HH:MM) of a pickup in Las Vegas. */
interface Pickup {
  scheduledDate: string;
  scheduledTime: string;
}

/**
 * Why a way back cannot be booked, in words for the rider; null when it can: a pickup time like any other, and not
 * before the first ride, point to point, has ended as planned.
 */
export function returnTimeProblem(
  there: Pickup & { stops: readonly string[] },
  back: Pickup,
  now: Date,
): string | null {
  const problem = pickupTimeProblem(back.scheduledDate, back.scheduledTime, now);
  const [pickup, returnAt] = [there, back].map((ride) => toInstant(ride.scheduledDate, ride.scheduledTime));
  if (problem || !pickup || !returnAt) return problem;
  const { endMs } = plannedSpan(pickup, { hours: null, stops: there.stops });
  if (returnAt.getTime() >= endMs) return null;
  const end = new Date(endMs);
  return `The first ride takes until about ${formatTime(end)} on ${formatDay(end, now)}. Please choose a later time for the way back.`;
}
