import { overlaps, plannedSpan, type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { addDays, formatTime, toInstant } from '#common/time.ts';
import { shortRoute } from '../ride-card/short-place.ts';

type Planned = Pick<Offer, 'scheduledDate' | 'scheduledTime' | 'hours' | 'stops'>;

/** How an offer goes with the rides its driver has: it overlaps one, or they are free, until the next pickup of that day. */
export type Fit =
  | { kind: 'overlaps'; ride: DriverRide }
  | { kind: 'free'; next: DriverRide | null; isFirst: boolean };

/** When a ride or an offer takes place, as planned. */
export const spanOf = (ride: Planned): Span =>
  plannedSpan(toInstant(ride.scheduledDate, ride.scheduledTime) ?? new Date(0), ride);

/** A day of Las Vegas, from midnight to midnight. */
export function spanOfDay(date: string): Span {
  const [startMs = 0, endMs = 0] = [date, addDays(date, 1)].map((day) => toInstant(day, '00:00')?.getTime());
  return { startMs, endMs };
}

/** Whether any of a ride is on a day. */
export function isOnDay(ride: Planned, date: string): boolean {
  const [span, day] = [spanOf(ride), spanOfDay(date)];
  return span.startMs < day.endMs && span.endMs > day.startMs;
}

const byPickup = (one: Planned, other: Planned) => spanOf(one).startMs - spanOf(other).startMs;

/** A driver's rides that are not over, the next pickup first. */
export const ridesAhead = (rides: readonly DriverRide[]): DriverRide[] =>
  rides.filter(({ status }) => ACTIVE_STATUSES.includes(status)).toSorted(byPickup);

/** Offers, or what holds them, by pickup. */
export const soonestFirst = <Item>(items: readonly Item[], offerOf: (item: Item) => Planned): Item[] =>
  items.toSorted((one, other) => byPickup(offerOf(one), offerOf(other)));

/** The first ride ahead that an offer overlaps, the drive between counted in. */
export const rideInTheWay = (offer: Offer, rides: readonly DriverRide[]): DriverRide | undefined =>
  ridesAhead(rides).find((ride) => ride.id !== offer.id && overlaps(spanOf(ride), spanOf(offer)));

/** How an offer goes with a driver's rides, by the rule that the server holds an accept against. */
export function fitOf(offer: Offer, rides: readonly DriverRide[]): Fit {
  const ride = rideInTheWay(offer, rides);
  if (ride) return { kind: 'overlaps', ride };
  const sameDay = ridesAhead(rides).filter(
    (other) => other.id !== offer.id && isOnDay(other, offer.scheduledDate),
  );
  const next = sameDay.find((other) => spanOf(other).startMs > spanOf(offer).startMs);
  return { kind: 'free', next: next ?? null, isFirst: sameDay.length === 0 };
}

/** The instant of a pickup. */
export const pickupOf = (ride: Planned): Date => new Date(spanOf(ride).startMs);

/** `Free until 7:30 PM`, `Overlaps Wynn to LAS, 7:30 PM`. */
export function fitInWords(fit: Fit): string {
  if (fit.kind === 'overlaps') return `Overlaps ${shortRoute(fit.ride)}, ${formatTime(pickupOf(fit.ride))}`;
  if (fit.next) return `Free until ${formatTime(pickupOf(fit.next))}`;
  return fit.isFirst ? 'Free all day' : 'Free the rest of the day';
}

/** When to leave for a pickup at the latest. */
export const leaveBy = (ride: Planned): Date => new Date(spanOf(ride).startMs - TRAVEL_MINUTES * 60_000);
