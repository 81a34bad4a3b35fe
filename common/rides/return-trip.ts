import { formatDay, formatTime, pickupTimeProblem, toInstant } from '../time.ts';
import { plannedSpan } from './overlap.ts';

/** Wall date (YYYY-MM-DD) and time (HH:MM) of a pickup in Las Vegas. */
interface Pickup {
  scheduledDate: string;
  scheduledTime: string;
}

interface FirstRide extends Pickup {
  /** Null point to point, as it is booked. */
  hours: number | null;
  stops: readonly string[];
}

/**
 * Why a way back cannot be booked, in words for the rider; null when it can: a pickup time like any other, and not
 * before the first ride, which may have become one by the hour, has ended as planned.
 */
export function returnTimeProblem(there: FirstRide, back: Pickup, now: Date): string | null {
  const problem = pickupTimeProblem(back.scheduledDate, back.scheduledTime, now);
  const [pickup, returnAt] = [there, back].map((ride) => toInstant(ride.scheduledDate, ride.scheduledTime));
  if (problem || !pickup || !returnAt) return problem;
  const { endMs } = plannedSpan(pickup, there);
  if (returnAt.getTime() >= endMs) return null;
  const end = new Date(endMs);
  return `The first ride takes until about ${formatTime(end)} on ${formatDay(end, now)}. Please choose a later time for the way back.`;
}

/** Why two rides of a return trip cannot be at these times, where the first is moved: it would last until after the way back begins; null when they can. */
export function firstRideProblem(there: FirstRide, back: Pickup, now: Date): string | null {
  const [pickup, returnAt] = [there, back].map((ride) => toInstant(ride.scheduledDate, ride.scheduledTime));
  if (!pickup || !returnAt || returnAt.getTime() >= plannedSpan(pickup, there).endMs) return null;
  return `The way back is at ${formatTime(returnAt)} on ${formatDay(returnAt, now)}. Please choose an earlier time for this ride, or move the way back first.`;
}
