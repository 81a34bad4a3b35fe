import { useEffect, useState } from 'react';
import { readBoardRide } from '#common/rides/board-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { pinRide, receiveStaffRides, useBoardStore } from '../board/board-store.ts';

interface OpenRide {
  /** Null until loaded. */
  ride: StaffRide | null;
  /** The error if loading failed: the server rejected the request or did not answer. */
  failure: unknown;
  retry: () => void;
}

/** Loads a ride and keeps it up to date while the component is mounted, whether or not the board lists it. */
export function useOpenRide(rideId: string): OpenRide {
  const ride = useBoardStore(({ rides }) => rides[rideId] ?? null);
  const [failed, setFailed] = useState<{ rideId: string; error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    const load = async () => {
      try {
        receiveStaffRides([await fetchWithTimeout((signal) => call(readBoardRide, { rideId }, { signal }))]);
        setFailed(null);
        return true;
      } catch (error) {
        setFailed({ rideId, error });
        return isClientError(error);
      }
    };
    const stops = [pinRide(rideId), mountList(load)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [rideId, attempt]);

  return {
    ride,
    failure: failed?.rideId === rideId ? failed.error : null,
    retry: () => setAttempt((count) => count + 1),
  };
}
