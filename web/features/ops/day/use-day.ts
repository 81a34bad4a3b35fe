import { useEffect, useMemo, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { type DispatchDay, readDispatchDay } from '#common/rides/dispatch-api.ts';
import { addDays } from '#common/time.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { opsChannel } from '#web/lib/ops-channel.ts';
import { countRequests } from '#web/lib/snapshots.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { receiveStaffRides, useBoardStore } from '../board/board-store.ts';
import { loadDrivers } from '../fleet/load-fleet.ts';
import { dayRows, windowOfDay } from './day-rows.ts';

interface Reading {
  date: string;
  drivers: DispatchDay['drivers'] | null;
  error: unknown;
}

/**
 * The rows of a day (YYYY-MM-DD) with its night, kept right while they are on screen: read at every connect, and changed by
 * every event in between.
 */
export function useDay(date: string) {
  const now = useNow();
  const rides = useBoardStore((state) => state.rides);
  const [reading, setReading] = useState<Reading>({ date, drivers: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const details = useDetails();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    let isLeft = false;
    const requests = countRequests();
    const load = async () => {
      try {
        // Joined first, so that nothing falls between.
        await opsChannel()?.watch();
        const request = requests.begin();
        const [day, next] = await fetchWithTimeout((signal) =>
          Promise.all([
            call(readDispatchDay, { date }, { signal }),
            call(readDispatchDay, { date: addDays(date, 1) }, { signal }),
          ]),
        );
        if (isLeft) return true;
        receiveStaffRides([...day.rides, ...next.rides]);
        // Of rides the version decides, of who is on duty the later question.
        if (requests.take(request)) setReading({ date, drivers: day.drivers, error: null });
        return true;
      } catch (error) {
        // What is on screen stays; the mark above says that it may be stale.
        if (!isLeft)
          setReading((known) =>
            known.date === date && known.drivers ? known : { date, drivers: null, error },
          );
        return isClientError(error);
      }
    };
    const unmount = mountList(load);
    return () => {
      isLeft = true;
      unmount();
    };
  }, [date, attempt]);

  const isRead = reading.date === date && reading.drivers !== null;
  const day = useMemo(() => {
    const window = windowOfDay(date);
    const { drivers } = reading;
    if (!window || !drivers || reading.date !== date) return null;
    return { window, ...dayRows({ drivers, details, rides: Object.values(rides), date, window, now }) };
  }, [date, reading, details, rides, now]);

  return {
    /** Null until it was read. */
    day,
    error: isRead || reading.date !== date ? null : reading.error,
    retry: () => setAttempt((count) => count + 1),
  };
}

const NOTHING: ReadonlyMap<string, StaffDriver> = new Map();

/** Hours and vehicles of the drivers by id; empty until they are known, for the day can do without. */
function useDetails(): ReadonlyMap<string, StaffDriver> {
  const { state } = useLoaded(loadDrivers);
  const drivers = state.phase === 'loaded' ? state.value : null;
  return useMemo(
    () => (drivers ? new Map(drivers.map((driver) => [driver.id, driver])) : NOTHING),
    [drivers],
  );
}
