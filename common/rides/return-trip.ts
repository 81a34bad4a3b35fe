import { formatDay, formatTime, pickupTimeProblem, toInstant } from '../time.ts';
import { plannedSpan } from './overlap.ts';

/** Local date (YYYY-MM-DD) and time (HH:MM) of a pickup in Las Vegas. */
interface Pickup {
  scheduledDate: string;
  scheduledTime: string;
}

interface FirstRide extends Pickup {
  /** Null point to point. */
  hours: number | null;
  stops: readonly string[];
}

/**
 * Explains to the rider why a return trip cannot be booked at this time; null if it can. The time must be
 * valid for a pickup and not before the planned end of the first ride, which may be hourly after an edit.
 */
export function returnTimeProblem(there: FirstRide, back: Pickup, now: Date): string | null {
  const problem = pickupTimeProblem(back.scheduledDate, back.scheduledTime, now);
  const [pickup, returnAt] = [there, back].map((ride) => toInstant(ride.scheduledDate, ride.scheduledTime));
  if (problem || !pickup || !returnAt) return problem;
  const { endMs } = plannedSpan(pickup, there);
  if (returnAt.getTime() >= endMs) return null;
  const end = new Date(endMs);
  return `The first ride lasts until about ${formatTime(end)} on ${formatDay(end, now)}. Please choose a later return time.`;
}

/**
 * Explains why the first ride of a return trip cannot be moved to this time, because it would end after the
 * return ride begins; null if it can.
 */
export function firstRideProblem(there: FirstRide, back: Pickup, now: Date): string | null {
  const [pickup, returnAt] = [there, back].map((ride) => toInstant(ride.scheduledDate, ride.scheduledTime));
  if (!pickup || !returnAt || returnAt.getTime() >= plannedSpan(pickup, there).endMs) return null;
  return `The return trip is at ${formatTime(returnAt)} on ${formatDay(returnAt, now)}. Please choose an earlier time for this ride, or move the return trip first.`;
}
