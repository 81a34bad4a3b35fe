import { useEffect, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { loadDrivers } from './load-fleet.ts';

/**
 * Loads all drivers once, for what a live list shows of them. If that fails, it is tried again with the lists
 * on screen.
 *
 * @returns null until loaded
 */
export function useDrivers(): readonly StaffDriver[] | null {
  const [drivers, setDrivers] = useState<readonly StaffDriver[] | null>(null);

  useEffect(() => {
    let isDone = false;
    const load = async () => {
      if (isDone) return true;
      try {
        const loaded = await fetchWithTimeout(loadDrivers);
        if (!isDone) setDrivers(loaded);
        isDone = true;
        return true;
      } catch (error) {
        return isClientError(error);
      }
    };
    const unmount = mountList(load);
    return () => {
      isDone = true;
      unmount();
    };
  }, []);

  return drivers;
}
