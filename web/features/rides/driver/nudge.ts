import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime, toInstant } from '#common/time.ts';

/** A step that its driver seems to have forgotten to press. */
export interface Nudge {
  /** Which; what is said of it changes by the minute. */
  about: 'set-off' | 'late' | 'arrive' | 'complete';
  text: string;
}

const MINUTE_MS = 60_000;

/** How long before its pickup a ride is to be set off to. */
const SET_OFF_MINUTES = 45;

/** The step that a ride's driver may have forgotten, by the clock; null for none. */
export function nudgeOf(ride: DriverRide, now: Date): Nudge | null {
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  if (!pickup) return null;
  if (ride.status === 'in_progress') {
    return atTheEnd(expectedEnd({ ...ride, scheduledAt: pickup.toISOString() }), now);
  }
  if (ride.status !== 'accepted' || ride.arrivedAt !== null) return null;
  const minutes = Math.ceil((pickup.getTime() - now.getTime()) / MINUTE_MS);
  if (ride.enRouteAt !== null) return minutes > 0 ? null : { about: 'arrive', text: ARRIVE(pickup) };
  if (minutes > SET_OFF_MINUTES) return null;
  if (minutes <= 0) return { about: 'late', text: LATE(pickup) };
  return { about: 'set-off', text: `Pickup in ${minutes} min. Press I'm on my way as you set off.` };
}

const ARRIVE = (pickup: Date) => `The pickup was at ${formatTime(pickup)}. Press Arrived as you get there.`;
const LATE = (pickup: Date) =>
  `The pickup was at ${formatTime(pickup)}. Press I'm on my way, or Arrived if you are there.`;

const atTheEnd = (end: Date, now: Date): Nudge | null =>
  now < end
    ? null
    : { about: 'complete', text: `Planned until ${formatTime(end)}. Press Complete Ride at the end.` };
