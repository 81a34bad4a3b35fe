import { plannedSpan } from './overlap.ts';
import type { HistoryEntry } from './ride-fields.ts';
import type { RideStatus } from './ride-states.ts';

/** How long after its pickup time a ride can still be accepted. Then it is cancelled, and everything paid goes back. */
export const LATE_ACCEPT_MS = 30 * 60_000;

/**
 * From so long before its pickup on a ride that no driver has accepted is urgent and its rider is told so, and the driver of
 * an accepted one has to be on duty.
 */
export const CLOSE_MS = 3_600_000;

/** Until so long before the pickup its driver has to have set off. */
const SET_OFF_BEFORE_MS = 30 * 60_000;

/** How long after it was to end a ride in progress is one that somebody forgot to complete. */
export const NOT_COMPLETED_MS = 3_600_000;

const MINUTE_MS = 60_000;

/** From so many minutes after the pickup time on, a driver's arrival is paid for with a credit. */
const CREDITED_FROM_MINUTES = 10;

interface AwaitedRide {
  status: RideStatus;
  scheduledAt: string;
  enRouteAt: string | null;
  arrivedAt: string | null;
}

/**
 * How far the driver of an accepted ride is behind. `late`: the pickup time has come, and the driver has not.
 * `not-on-the-way`: half an hour before it they have not set off. Null while there is nothing to say of them.
 */
export function driverDelay(ride: AwaitedRide, now: Date): 'late' | 'not-on-the-way' | null {
  if (ride.status !== 'accepted' || ride.arrivedAt !== null) return null;
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  if (aheadMs <= 0) return 'late';
  return aheadMs <= SET_OFF_BEFORE_MS && ride.enRouteAt === null ? 'not-on-the-way' : null;
}

interface RideUnderWay extends Pick<AwaitedRide, 'status' | 'scheduledAt'> {
  /** Null point to point. */
  hours: number | null;
  stops?: readonly string[] | null | undefined;
  history: readonly Pick<HistoryEntry, 'change' | 'at'>[];
}

/** When a ride in progress is to end: as long as planned after its pickup time, or after it was started where that was later. */
export function expectedEnd({ scheduledAt, history, ...planned }: RideUnderWay): Date {
  const startedAt = history.findLast(({ change }) => change === 'in_progress')?.at ?? scheduledAt;
  const begunMs = Math.max(Date.parse(scheduledAt), Date.parse(startedAt));
  return new Date(plannedSpan(new Date(begunMs), planned).endMs);
}

/** Whether a ride is in progress an hour after it was to end. */
export const isNotCompleted = (ride: RideUnderWay, now: Date): boolean =>
  ride.status === 'in_progress' && now.getTime() - expectedEnd(ride).getTime() >= NOT_COMPLETED_MS;

/**
 * Whether a ride's rider was told that no driver had accepted within the hour; not once an edit has moved the pickup out of
 * that hour.
 */
export function isToldOfSearch({ history }: Pick<RideUnderWay, 'history'>, pickup: Date): boolean {
  const last = history.findLast(({ change }) => change === 'still_searching' || change === 'edited');
  const told = history.findLast(({ change }) => change === 'still_searching');
  if (!told) return false;
  return told === last || pickup.getTime() - Date.parse(told.at) <= CLOSE_MS;
}

/** Full minutes that a driver arrived after the pickup time, where that is worth a credit; else null. */
export function creditedMinutes({
  scheduledAt,
  arrivedAt,
}: Pick<AwaitedRide, 'scheduledAt' | 'arrivedAt'>): number | null {
  if (arrivedAt === null) return null;
  const minutes = Math.floor((Date.parse(arrivedAt) - Date.parse(scheduledAt)) / MINUTE_MS);
  return minutes >= CREDITED_FROM_MINUTES ? minutes : null;
}
