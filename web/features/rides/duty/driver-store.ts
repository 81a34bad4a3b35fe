import { useEffect } from 'react';
import { create } from 'zustand';
import type { OwnDriver } from '#common/drivers/driver.ts';
import * as api from '#common/drivers/drivers-api.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { countRequests } from '#web/lib/snapshots.ts';

/** The driver's own standing as last read; null before. */
export const useDriverStore = create<{ driver: OwnDriver | null }>(() => ({ driver: null }));

const requests = countRequests();

/** Takes the driver as a change has left them: what was asked before may be from before it, and is dropped. */
export function receiveDriver(driver: OwnDriver | null): void {
  requests.abandon();
  useDriverStore.setState({ driver });
}

/** Reads the driver's standing, duty and vehicles. @returns whether it came */
export async function loadDriver(): Promise<boolean> {
  const request = requests.begin();
  try {
    const driver = await fetchWithTimeout((signal) => call(api.readOwnDriver, {}, { signal }));
    if (requests.take(request)) useDriverStore.setState({ driver });
    return true;
  } catch {
    // What is on screen stays; the offers beside it say that the server does not answer.
    return false;
  }
}

/** Goes on or off duty. @throws ApiError */
export async function setDuty(isOnDuty: boolean): Promise<void> {
  receiveDriver(await call(api.setDuty, { isOnDuty }));
}

/** The driver's standing, kept right while the component is on screen; null until it was read. */
export function useDriver(driverId: string): OwnDriver | null {
  useEffect(() => mountList(loadDriver), []);
  const driver = useDriverStore((state) => state.driver);
  return driver?.id === driverId ? driver : null;
}
