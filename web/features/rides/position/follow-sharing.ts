import { useEffect } from 'react';
import { isUnderWay, STALE_POSITION_MS } from '#common/rides/position.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { useFastDetection } from '#web/lib/fast-detection.ts';
import { useClock } from '#web/lib/use-now.ts';
import { useRideStore } from '../store/ride-store.ts';
import { endSharing, resumeForRide, type SharingState, useSharingStore } from './sharing-store.ts';

/**
 * Ends position sharing when its ride ends, and resumes it for the next ride by the driver's last choice. The
 * list of rides must be loaded by another component.
 *
 * @returns the driver's ride under way; null for none
 */
export function useSharing(driverId: string): DriverRide | null {
  const { ownerId, rides, phase } = useRideStore(({ driverRides }) => driverRides);
  const underWay = ownerId === driverId ? Object.values(rides).filter(isUnderWay) : [];
  // At most one ride is in progress, but the driver may already be on the way to the next pickup.
  const ride = underWay.find(({ status }) => status === 'in_progress') ?? underWay[0] ?? null;
  const sharedFor = useSharingStore(({ rideId }) => rideId);
  const rideId = ride?.id ?? null;

  useEffect(() => {
    if (phase !== 'ready') return;
    if (sharedFor !== null && sharedFor !== rideId) endSharing();
    else if (sharedFor === null && rideId !== null) resumeForRide(rideId, driverId);
  }, [phase, sharedFor, rideId, driverId]);
  useFastDetection(ride !== null);

  return ride;
}

/** How often the state is re-evaluated, in milliseconds. */
const TICK_MS = 5_000;

/**
 * Returns the state of position sharing. `silent`: it is on, but no position has been sent since `lastAt`,
 * or ever.
 */
export function useSharingState(): { state: SharingState | 'silent'; lastAt: Date | null } {
  const { state, startedAt, lastAt } = useSharingStore();
  const now = useClock(TICK_MS);
  const since = lastAt ?? startedAt;
  const isSilent =
    state === 'shared' && since !== null && now.getTime() - since.getTime() > STALE_POSITION_MS;
  return { state: isSilent ? 'silent' : state, lastAt };
}
