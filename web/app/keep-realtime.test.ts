import { expect, onTestFinished, test, vi } from 'vitest';
import { shareForRide, useSharingStore } from '#web/features/rides/position/sharing-store.ts';
import { receiveSession } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { keepRealtime } from './keep-realtime.ts';

/** No connection comes. */
const never = () => new Promise<never>(() => {});

test('a driver who signs out, or makes way for another, is seen no more', async () => {
  fakeStorage();
  const clearWatch = vi.fn();
  const geolocation = { watchPosition: () => 7, clearWatch, getCurrentPosition: () => {} };
  vi.stubGlobal('navigator', { geolocation });
  const driver = buildUser({ role: 'driver' });
  receiveSession(buildSession({ driver }));
  onTestFinished(keepRealtime(never));
  shareForRide('1'.repeat(24), driver.id);

  receiveSession(buildSession({ driver, rider: buildUser() }));
  await vi.dynamicImportSettled();
  expect(useSharingStore.getState().state).toBe('shared');
  receiveSession(buildSession({ driver: buildUser({ role: 'driver' }) }));
  await vi.dynamicImportSettled();

  expect(useSharingStore.getState()).toMatchObject({ state: 'off', rideId: null });
  expect(clearWatch).toHaveBeenCalledWith(7);
});
