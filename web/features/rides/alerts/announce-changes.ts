import { useEffect, useRef } from 'react';
import { addressLines } from '#common/places/address.ts';
import type { Offer, RiderRide } from '#common/rides/ride.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { formatLateCredit, riderSentence, riderStatus } from '../ride-card/format-ride.ts';

/** Announces status changes of a rider's rides to screen readers. */
export function useStatusAnnouncements(rides: Readonly<Record<string, RiderRide>>): void {
  const seen = useRef(rides);

  useEffect(() => {
    const changes = statusChanges(seen.current, rides, serverNow());
    seen.current = rides;
    if (changes.length > 0) announce(changes.join('. '));
  }, [rides]);
}

const describe = (ride: RiderRide, now: Date) => riderSentence(ride, now) ?? riderStatus(ride).label;

/**
 * Describes what changed for a rider between two states of the same rides, in the words of the cards. Skips
 * rides that are new in the list.
 */
export function statusChanges(
  before: Readonly<Record<string, RiderRide>>,
  after: Readonly<Record<string, RiderRide>>,
  now: Date,
): string[] {
  return Object.values(after).flatMap((ride) => {
    const earlier = before[ride.id];
    if (!earlier) return [];
    return [
      ...(describe(earlier, now) === describe(ride, now) ? [] : [describe(ride, now)]),
      ...(ride.lateCredit && !earlier.lateCredit ? [formatLateCredit(ride.lateCredit)] : []),
    ];
  });
}

/** Returns the announcement of offers that arrived together; null for none. */
export function offerAnnouncement(offers: readonly Offer[]): string | null {
  const [first, second] = offers;
  if (!first) return null;
  if (second) return `${offers.length} new ride requests`;
  return `New ride request: ${addressLines(first.pickupLocation).name} to ${addressLines(first.dropoffLocation).name}`;
}
