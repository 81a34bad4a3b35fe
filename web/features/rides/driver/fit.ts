import { MINUTE_MS } from '#common/durations.ts';
import { overlaps, plannedSpan, type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { addDays, formatTime, toInstant } from '#common/time.ts';
import { shortRoute } from '../ride-card/short-place.ts';

type Planned = Pick<Offer, 'scheduledDate' | 'scheduledTime' | 'hours' | 'stops'>;

/**
 * How an offer fits into a driver's rides: it overlaps one of them, or they are free, until `next`, their
 * next pickup on that day. `isFirst`: they have no other ride that day.
 */
export type Fit =
  | { kind: 'overlaps'; ride: DriverRide }
  | { kind: 'free'; next: DriverRide | null; isFirst: boolean };

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

/** Finds the first active ride that an offer overlaps, including the drive between them. */
export const overlappingRide = (offer: Offer, rides: readonly DriverRide[]): DriverRide | undefined =>
  ridesAhead(rides).find((ride) => ride.id !== offer.id && overlaps(takenSpanOf(ride), spanOf(offer)));

/**
 * Determines how an offer fits into a driver's rides, by the rule that the server applies to an accept. Only
 * the server considers that a ride may take longer than expected.
 */
export function fitOf(offer: Offer, rides: readonly DriverRide[]): Fit {
  const ride = overlappingRide(offer, rides);
  if (ride) return { kind: 'overlaps', ride };
  const sameDay = ridesAhead(rides).filter(
    (other) => other.id !== offer.id && isOnDay(other, offer.scheduledDate),
  );
  const next = sameDay.find((other) => spanOf(other).startMs > spanOf(offer).startMs);
  return { kind: 'free', next: next ?? null, isFirst: sameDay.length === 0 };
}

/** Returns the pickup time as an instant. */
export const pickupOf = (ride: Planned): Date => new Date(spanOf(ride).startMs);

/** Formats a fit: `Free until 7:30 PM`, `Overlaps Wynn to LAS, 7:30 PM`. */
export function formatFit(fit: Fit): string {
  if (fit.kind === 'overlaps') return `Overlaps ${shortRoute(fit.ride)}, ${formatTime(pickupOf(fit.ride))}`;
  if (fit.next) return `Free until ${formatTime(pickupOf(fit.next))}`;
  return fit.isFirst ? 'Free all day' : 'Free the rest of the day';
}

/** Returns the latest time to leave for a pickup. */
export const leaveBy = (ride: Planned): Date => new Date(spanOf(ride).startMs - TRAVEL_MINUTES * MINUTE_MS);
