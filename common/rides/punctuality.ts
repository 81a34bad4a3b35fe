import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { plannedSpan } from './overlap.ts';
import type { HistoryEntry } from './ride-fields.ts';
import type { RideStatus } from './ride-states.ts';

/** How long after its pickup time a ride can still be accepted. Then it is cancelled and fully refunded. */
export const LATE_ACCEPT_MS = 30 * MINUTE_MS;

/**
 * Time before the pickup from which an unaccepted ride is urgent and its rider is notified, and from which
 * the driver of an accepted ride must be on duty.
 */
export const CLOSE_MS = HOUR_MS;

/** How long before the pickup a driver can set off without confirmation. */
const EARLY_SET_OFF_MS = 4 * HOUR_MS;

/** Whether setting off now needs confirmation because it is early. */
export const isEarlySetOff = (pickup: Date, now: Date): boolean =>
  pickup.getTime() - now.getTime() > EARLY_SET_OFF_MS;

/** How long before the pickup a driver must have set off. */
const SET_OFF_BEFORE_MS = 30 * MINUTE_MS;

/** How long after its expected end a ride in progress counts as not completed by mistake. */
export const NOT_COMPLETED_MS = HOUR_MS;

/** How long drivers have to accept a paid ride, or to set off to one accepted late, until they are late. */
export const GRACE_MS = 10 * MINUTE_MS;

/** Minutes of delay from which a late arrival earns the rider a credit. */
const CREDITED_FROM_MINUTES = 10;

interface AwaitedRide {
  status: RideStatus;
  scheduledAt: string;
  enRouteAt: string | null;
  arrivedAt: string | null;
}

/**
 * Returns the delay of the driver of an accepted ride. `late`: the pickup time has passed without arrival.
 * `not-on-the-way`: not set off half an hour before the pickup. Null if there is no delay.
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

/**
 * Returns the expected end of a ride in progress: the planned duration after its pickup time, or after its
 * start if that was later.
 */
export function expectedEnd({ scheduledAt, history, ...planned }: RideUnderWay): Date {
  const startedAt = history.findLast(({ change }) => change === 'in_progress')?.at ?? scheduledAt;
  const begunMs = Math.max(Date.parse(scheduledAt), Date.parse(startedAt));
  return new Date(plannedSpan(new Date(begunMs), planned).endMs);
}

/** Whether a ride is still in progress an hour after its expected end. */
export const isNotCompleted = (ride: RideUnderWay, now: Date): boolean =>
  ride.status === 'in_progress' && now.getTime() - expectedEnd(ride).getTime() >= NOT_COMPLETED_MS;

/** Whether with this change the ride lost its driver, and is offered to others. */
export const isDriverLoss = ({ change }: Pick<HistoryEntry, 'change'>): boolean =>
  change === 'given_back' || change === 'unassigned';

/**
 * Whether the rider has been notified that no driver had accepted within the hour before the pickup. False if
 * an edit has since moved the pickup out of that hour, or if a driver has since accepted and was lost.
 */
export function wasNotifiedOfSearch({ history }: Pick<RideUnderWay, 'history'>, pickup: Date): boolean {
  const last = history.findLast(({ change }) => change === 'still_searching' || change === 'edited');
  const noticeIndex = history.findLastIndex(({ change }) => change === 'still_searching');
  const notice = history[noticeIndex];
  if (!notice || noticeIndex < history.findLastIndex(isDriverLoss)) return false;
  return notice === last || pickup.getTime() - Date.parse(notice.at) <= CLOSE_MS;
}

interface PaidRide extends Pick<AwaitedRide, 'scheduledAt' | 'arrivedAt'>, Pick<RideUnderWay, 'history'> {
  /** When it was paid at Stripe. Default: when it was settled. */
  paidAt?: string | undefined;
}

/**
 * Returns the full minutes between the pickup time and the arrival if they earn a credit; null otherwise. For
 * a ride paid later than `GRACE_MS` before its pickup, counts from that long after the payment, even if that
 * was recorded later.
 */
export function creditedMinutes({
  scheduledAt,
  arrivedAt,
  history,
  paidAt = history.findLast(({ change }) => change === 'paid')?.at,
}: PaidRide): number | null {
  if (arrivedAt === null) return null;
  const reachableMs = paidAt ? Date.parse(paidAt) + GRACE_MS : 0;
  const dueMs = Math.max(Date.parse(scheduledAt), reachableMs);
  const minutes = Math.floor((Date.parse(arrivedAt) - dueMs) / MINUTE_MS);
  return minutes >= CREDITED_FROM_MINUTES ? minutes : null;
}
