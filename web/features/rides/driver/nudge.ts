import { MINUTE_MS } from '#common/durations.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { RIDE_STATES, STAMPS } from '#common/rides/ride-states.ts';
import { formatTime, toInstant } from '#common/time.ts';

/** A reminder of a step that the driver seems to have forgotten. */
export interface Nudge {
  /** Which step. The text changes every minute. */
  about: 'set-off' | 'late' | 'arrive' | 'complete';
  text: string;
}

/** How many minutes before the pickup the driver is reminded to set off. */
const SET_OFF_MINUTES = 45;

/** Returns the step that the driver may have forgotten at this time; null for none. */
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
  return { about: 'set-off', text: `Pickup in ${minutes} min. Press ${SET_OFF} when you set off.` };
}

/** The labels of the driver's buttons. */
const SET_OFF = STAMPS.en_route.action.label;
const ARRIVED = STAMPS.arrived.action.label;
const COMPLETE = RIDE_STATES.completed.action?.label;

const ARRIVE = (pickup: Date) =>
  `The pickup was at ${formatTime(pickup)}. Press ${ARRIVED} when you get there.`;
const LATE = (pickup: Date) =>
  `The pickup was at ${formatTime(pickup)}. Press ${SET_OFF}, or ${ARRIVED} if you are there.`;

const atTheEnd = (end: Date, now: Date): Nudge | null =>
  now < end
    ? null
    : { about: 'complete', text: `Planned until ${formatTime(end)}. Press ${COMPLETE} at the end.` };
