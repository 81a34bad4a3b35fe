import { useEffect, useRef } from 'react';
import { addressLines } from '#common/places/suggest-places.ts';
import { routeInWords } from '#common/rides/overlap.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { riderSentence, riderStatus } from '../ride-card/format-ride.ts';
import type { RideList } from '../store/ride-list.ts';

/** Announces to screen readers when a rider's rides move on. */
export function useStatusAnnouncements(rides: Readonly<Record<string, RiderRide>>): void {
  const seen = useRef(rides);

  useEffect(() => {
    const changes = statusChanges(seen.current, rides, serverNow());
    seen.current = rides;
    if (changes.length > 0) announce(changes.join('. '));
  }, [rides]);
}

const describe = (ride: RiderRide, now: Date) => riderSentence(ride, now) ?? riderStatus(ride).label;

/** What changed for a rider between two states of the same rides, as their cards say it; nothing for rides not seen before. */
export function statusChanges(
  before: Readonly<Record<string, RiderRide>>,
  after: Readonly<Record<string, RiderRide>>,
  now: Date,
): string[] {
  return Object.values(after).flatMap((ride) => {
    const earlier = before[ride.id];
    return earlier && describe(earlier, now) !== describe(ride, now) ? [describe(ride, now)] : [];
  });
}

/** Tells a driver when dispatch took a ride from them: it leaves the list without their doing. */
export function useRemovalNotices(list: RideList<DriverRide>): void {
  const seen = useRef(list);

  useEffect(() => {
    const removed = removedRides(seen.current, list);
    seen.current = list;
    if (removed.length > 0) toast.error('No longer your ride', removed.map(removalInWords).join(' '));
  }, [list]);
}

const removalInWords = (ride: DriverRide) => `Dispatch took ${routeInWords(ride)} off your list.`;

/** The rides ahead that were on a driver's list and are no longer; none when it became somebody else's list. */
export function removedRides(before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] {
  if (before.ownerId !== now.ownerId || now.phase !== 'ready') return [];
  return Object.values(before.rides).filter(
    ({ id, status }) => ACTIVE_STATUSES.includes(status) && !now.rides[id],
  );
}

/** What is announced for offers that arrived together; null for none. */
export function offerAnnouncement(offers: readonly Offer[]): string | null {
  const [first, second] = offers;
  if (!first) return null;
  if (second) return `${offers.length} new ride requests`;
  return `New ride request: ${addressLines(first.pickupLocation).name} to ${addressLines(first.dropoffLocation).name}`;
}
