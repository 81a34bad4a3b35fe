import { useEffect } from 'react';
import { create } from 'zustand';
import type { OwnDriver } from '#common/drivers/driver.ts';
import * as api from '#common/drivers/drivers-api.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { createRequestCounter } from '#web/lib/snapshots.ts';

/** The signed-in driver's account, duty and vehicles as last read; null before. */
export const useDriverStore = create<{ driver: OwnDriver | null }>(() => ({ driver: null }));

const requests = createRequestCounter();

/** Compares the version with that of the same driver in the store: positive if newer, and 0 if unrelated. */
function versionsAhead({ id, version = 0 }: OwnDriver): number {
  const { driver: known } = useDriverStore.getState();
  return known?.id === id ? version - (known.version ?? 0) : 0;
}

/**
 * Stores the driver after a change, unless a newer version is known. Drops pending reads, which may be stale,
 * except those of a newer version: going on or off duty does not change it. Ignores another driver than the
 * one stored: such a reply was asked for before that one signed in.
 */
export function receiveDriver(driver: OwnDriver | null): void {
  const { driver: known } = useDriverStore.getState();
  if (driver && known && driver.id !== known.id) return;
  if (driver && versionsAhead(driver) < 0) return;
  requests.rejectAll();
  useDriverStore.setState({ driver });
}

/** Loads the driver's account, duty and vehicles. @returns whether it succeeded */
export async function loadDriver(): Promise<boolean> {
  const request = requests.begin();
  try {
    const driver = await fetchWithTimeout((signal) => call(api.readOwnDriver, {}, { signal }));
    const isInOrder = requests.accept(request);
    const ahead = versionsAhead(driver);
    if (ahead > 0 || (ahead === 0 && isInOrder)) useDriverStore.setState({ driver });
    return true;
  } catch {
    // Keep what is on screen. The offers next to it already show that the server does not respond.
    return false;
  }
}

/** Sets the driver on or off duty. @throws ApiError */
export async function setDuty(isOnDuty: boolean): Promise<void> {
  receiveDriver(await call(api.setDuty, { isOnDuty }));
}

/** Returns the driver and keeps the data up to date while mounted; null until it has loaded. */
export function useDriver(driverId: string): OwnDriver | null {
  useEffect(() => mountList(loadDriver), []);
  const driver = useDriverStore((state) => state.driver);
  return driver?.id === driverId ? driver : null;
}
