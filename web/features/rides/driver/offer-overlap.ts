import { overlaps } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { isOnDay, pickupOf, ridesAhead, spanOf, takenSpanOf } from '../planned-time.ts';
import { shortRoute } from '../ride-card/short-place.ts';

/**
 * How an offer fits into a driver's rides: it overlaps one of them, or they are free, until `next`, their
 * next pickup on that day. `isFirst`: they have no other ride that day.
 */
export type OfferOverlap =
  | { kind: 'overlaps'; ride: DriverRide }
  | { kind: 'free'; next: DriverRide | null; isFirst: boolean };

/** Finds the first active ride that an offer overlaps, including the drive between them. */
export const overlappingRide = (offer: Offer, rides: readonly DriverRide[]): DriverRide | undefined =>
  ridesAhead(rides).find((ride) => ride.id !== offer.id && overlaps(takenSpanOf(ride), spanOf(offer)));

/**
 * Determines how an offer fits into a driver's rides, by the rule that the server applies to an accept. Only
 * the server considers that a ride may take longer than expected.
 */
export function overlapOf(offer: Offer, rides: readonly DriverRide[]): OfferOverlap {
  const ride = overlappingRide(offer, rides);
  if (ride) return { kind: 'overlaps', ride };
  const sameDay = ridesAhead(rides).filter(
    (other) => other.id !== offer.id && isOnDay(other, offer.scheduledDate),
  );
  const next = sameDay.find((other) => spanOf(other).startMs > spanOf(offer).startMs);
  return { kind: 'free', next: next ?? null, isFirst: sameDay.length === 0 };
}

/** Formats how an offer fits: `Free until 7:30 PM`, `Overlaps Wynn to LAS, 7:30 PM`. */
export function formatOverlap(overlap: OfferOverlap): string {
  if (overlap.kind === 'overlaps')
    return `Overlaps ${shortRoute(overlap.ride)}, ${formatTime(pickupOf(overlap.ride))}`;
  if (overlap.next) return `Free until ${formatTime(pickupOf(overlap.next))}`;
  return overlap.isFirst ? 'Free all day' : 'Free the rest of the day';
}
