import { useEffect, useMemo, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { type DispatchDay, readDispatchDay } from '#common/rides/dispatch-api.ts';
import { addDays } from '#common/time.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { opsChannel } from '#web/lib/ops-channel.ts';
import { createRequestCounter } from '#web/lib/snapshots.ts';
import { useNow } from '#web/lib/use-now.ts';
import { receiveStaffRides, useBoardStore } from '../board/board-store.ts';
import { useDrivers } from '../fleet/use-drivers.ts';
import { dayRows, windowOfDay } from './day-rows.ts';

interface Reading {
  date: string;
  drivers: DispatchDay['drivers'] | null;
  error: unknown;
}

/**
 * The rows of a day (YYYY-MM-DD) and the following night, kept up to date while mounted: reloaded at every
 * connect, and updated by every event in between.
 */
export function useDay(date: string) {
  const now = useNow();
  const rides = useBoardStore((state) => state.rides);
  const [reading, setReading] = useState<Reading>({ date, drivers: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const details = useDetails();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isLeft = false;
    const requests = createRequestCounter();
    const load = async () => {
      try {
        // Subscribes first, so that no change is lost between the reply and the subscription.
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
        // Rides are merged by version; for the drivers the latest request wins.
        if (requests.accept(request)) setReading({ date, drivers: day.drivers, error: null });
        return true;
      } catch (error) {
        // Rows on screen stay; the mark above shows that they may be stale.
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
    /** Null until loaded. */
    day,
    error: isRead || reading.date !== date ? null : reading.error,
    retry: () => setAttempt((count) => count + 1),
  };
}

const NOTHING: ReadonlyMap<string, StaffDriver> = new Map();

/** Hours and vehicles of the drivers by id; empty until loaded, since the day works without them. */
function useDetails(): ReadonlyMap<string, StaffDriver> {
  const drivers = useDrivers();
  return useMemo(
    () => (drivers ? new Map(drivers.map((driver) => [driver.id, driver])) : NOTHING),
    [drivers],
  );
}
