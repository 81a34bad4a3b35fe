import { useEffect } from 'react';
import { isUnderWay, STALE_POSITION_MS } from '#common/rides/position.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { useWatchedLink } from '#web/lib/link-watch.ts';
import { useClock } from '#web/lib/use-now.ts';
import { useRideStore } from '../store/ride-store.ts';
import { endSharing, resumeForRide, type SharingState, useSharingStore } from './sharing-store.ts';

/**
 * Ends sharing with the ride it was for, and resumes it for the next one as the driver wants it. Another screen keeps
 * the list of rides.
 *
 * @returns the ride that the driver is on the road for; null for none
 */
export function useSharing(driverId: string): DriverRide | null {
  const { ownerId, rides, phase } = useRideStore(({ driverRides }) => driverRides);
  const underWay = ownerId === driverId ? Object.values(rides).filter(isUnderWay) : [];
  // Two are never under way at once, but the next pickup may be on the way of one.
  const ride = underWay.find(({ status }) => status === 'in_progress') ?? underWay[0] ?? null;
  const sharedFor = useSharingStore(({ rideId }) => rideId);
  const rideId = ride?.id ?? null;

  useEffect(() => {
    if (phase !== 'ready') return;
    if (sharedFor !== null && sharedFor !== rideId) endSharing();
    else if (sharedFor === null && rideId !== null) resumeForRide(rideId, driverId);
  }, [phase, sharedFor, rideId, driverId]);
  useWatchedLink(ride !== null);

  return ride;
}

/** Silence is noticed within this, in milliseconds. */
const TICK_MS = 5_000;

/** How sharing stands; `silent`: it is on, but where the driver is has not been known since `lastAt`, or ever. */
export function useSharingState(): { state: SharingState | 'silent'; lastAt: Date | null } {
  const { state, startedAt, lastAt } = useSharingStore();
  const now = useClock(TICK_MS);
  const since = lastAt ?? startedAt;
  const isSilent =
    state === 'shared' && since !== null && now.getTime() - since.getTime() > STALE_POSITION_MS;
  return { state: isSilent ? 'silent' : state, lastAt };
}
