import { MINUTE_MS } from '#common/durations.ts';
import { plannedSpan, type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { addDays, toInstant } from '#common/time.ts';

type Planned = Pick<Offer, 'scheduledDate' | 'scheduledTime' | 'hours' | 'stops'>;

/** Returns the planned time span of a ride or an offer. */
export const spanOf = (ride: Planned): Span =>
  plannedSpan(toInstant(ride.scheduledDate, ride.scheduledTime) ?? new Date(0), ride);

/** Returns the time span of a driver's ride: as planned, and once it has begun until its expected end. */
export function takenSpanOf(ride: DriverRide): Span {
  const span = spanOf(ride);
  if (ride.status !== 'in_progress') return span;
  const scheduledAt = new Date(span.startMs).toISOString();
  return { ...span, endMs: expectedEnd({ ...ride, scheduledAt }).getTime() };
}

/** Returns a day in Las Vegas, from midnight to midnight. */
export function spanOfDay(date: string): Span {
  const [startMs = 0, endMs = 0] = [date, addDays(date, 1)].map((day) => toInstant(day, '00:00')?.getTime());
  return { startMs, endMs };
}

/** Whether a ride overlaps a day. */
export function isOnDay(ride: Planned, date: string): boolean {
  const [span, day] = [spanOf(ride), spanOfDay(date)];
  return span.startMs < day.endMs && span.endMs > day.startMs;
}

const byPickup = (one: Planned, other: Planned) => spanOf(one).startMs - spanOf(other).startMs;

/** Returns a driver's active rides by pickup time. */
export const ridesAhead = (rides: readonly DriverRide[]): DriverRide[] =>
  rides.filter(({ status }) => ACTIVE_STATUSES.includes(status)).toSorted(byPickup);

/** Sorts offers, or items that contain one, by pickup time. */
export const soonestFirst = <Item>(items: readonly Item[], offerOf: (item: Item) => Planned): Item[] =>
  items.toSorted((one, other) => byPickup(offerOf(one), offerOf(other)));

/** Returns the pickup time as an instant. */
export const pickupOf = (ride: Planned): Date => new Date(spanOf(ride).startMs);

/** Returns the latest time to leave for a pickup. */
export const leaveBy = (ride: Planned): Date => new Date(spanOf(ride).startMs - TRAVEL_MINUTES * MINUTE_MS);
