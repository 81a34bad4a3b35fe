import { expect, onTestFinished, test, vi } from 'vitest';
import { receivePositions, usePositionStore } from '#web/features/rides/position/position-store.ts';
import { shareForRide, useSharingStore } from '#web/features/rides/position/sharing-store.ts';
import {
  beginDriverRides,
  beginRiderRides,
  receiveOffers,
  receiveRides,
  useRideStore,
} from '#web/features/rides/store/ride-store.ts';
import { receiveSession } from '#web/features/users/session-store.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { buildDriverRide, buildOffer, buildRiderRide, DRIVER_ID, RIDER_ID } from '#web/testing/build-ride.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { keepRealtime } from './keep-realtime.ts';

type Realtime = typeof import('./realtime.ts');

/** Stands in for a chunk that never loads, so that no connection opens. */
const never = () => new Promise<never>(() => {});

test.each([
  ['signs out', null],
  ['is replaced by another driver', buildUser({ role: 'driver' })],
])('location sharing stops when its driver %s, but not when a rider signs in too', async (_how, next) => {
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
  receiveSession(buildSession({ driver: next }));
  await vi.dynamicImportSettled();

  expect(useSharingStore.getState()).toMatchObject({ state: 'off', rideId: null });
  expect(clearWatch).toHaveBeenCalledWith(7);
});

/** Counts the rides, offers and positions stored for a user who is rider and driver in this browser. */
const storedCounts = () => {
  const { riderRides, driverRides, offers } = useRideStore.getState();
  return {
    rider: Object.keys(riderRides.rides).length,
    driver: Object.keys(driverRides.rides).length,
    offers: offers.posted.length,
    positions: Object.keys(usePositionStore.getState()).length,
  };
};

test('rides and positions survive another role signing in or out and are cleared for another rider', () => {
  fakeStorage();
  const [rider, driver] = [buildUser({ id: RIDER_ID }), buildUser({ role: 'driver', id: DRIVER_ID })];
  receiveSession(buildSession({ rider }));
  onTestFinished(keepRealtime(never));
  onTestFinished(() => receiveSession(buildSession()));
  beginRiderRides(RIDER_ID);
  const ride = buildRiderRide();
  receiveRides([ride]);
  receivePositions([
    {
      rideId: ride.id,
      at: '2026-11-20T20:00:00.000Z',
      lat: 36,
      lng: -115,
      accuracy: null,
      heading: null,
      arrival: null,
    },
  ]);

  receiveSession(buildSession({ rider, driver }));
  expect(storedCounts()).toMatchObject({ rider: 1, positions: 1 });
  beginDriverRides(DRIVER_ID);
  receiveRides([buildDriverRide()]);
  receiveOffers([buildOffer()]);
  receiveSession(buildSession({ rider }));
  expect(storedCounts()).toEqual({ rider: 1, driver: 0, offers: 0, positions: 1 });

  receiveSession(buildSession({ rider: buildUser() }));
  expect(storedCounts()).toEqual({ rider: 0, driver: 0, offers: 0, positions: 0 });
});

/** Opens a rider's page on a fake clock, with a connection that the test opens and ends. */
async function openPage() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fakeStorage();
  vi.stubGlobal('window', { location: { origin: '' } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const session = buildSession({ rider: buildUser() });
  const read = vi.fn(async () => Response.json(session));
  vi.stubGlobal('fetch', read);
  const openRealtime = vi.fn<Realtime['openRealtime']>();
  onTestFinished(keepRealtime(async () => ({ openRealtime }) as Partial<Realtime> as Realtime));
  receiveSession(session);
  onTestFinished(() => receiveSession(buildSession()));
  await expect.poll(() => openRealtime.mock.calls.length).toBe(1);

  /** Ends the session: first its event, then the closed connection. */
  const end = () => {
    const options = openRealtime.mock.lastCall?.[0];
    options?.onRefused();
    setConnection('reconnecting');
    options?.onRefused();
  };
  return { read, openRealtime, end };
}

test('a user already signed in before keepRealtime starts gets a connection', async () => {
  fakeStorage();
  vi.stubGlobal('window', { location: { origin: '' } });
  onTestFinished(() => void vi.unstubAllGlobals());
  receiveSession(buildSession({ rider: buildUser() }));
  onTestFinished(() => receiveSession(buildSession()));
  const openRealtime = vi.fn<Realtime['openRealtime']>();
  const load = vi.fn(async () => ({ openRealtime }) as Partial<Realtime> as Realtime);

  onTestFinished(keepRealtime(load));

  expect(load).toHaveBeenCalledOnce();
  await expect.poll(() => openRealtime.mock.calls.length).toBe(1);
});

test('a connection that was live is reopened one second after it ends, every time', async () => {
  const { read, openRealtime, end } = await openPage();

  for (const time of [1, 2, 3]) {
    setConnection('live');
    end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read).toHaveBeenCalledTimes(time);
    expect(openRealtime).toHaveBeenCalledTimes(time + 1);
  }
});

test('a connection that is refused each time is retried after growing delays', async () => {
  const { openRealtime, end } = await openPage();

  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(openRealtime).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(openRealtime).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);

  expect(openRealtime).toHaveBeenCalledTimes(3);
});

test('signing out closes the connection and opens no other', async () => {
  const { read, openRealtime } = await openPage();
  const { signal } = openRealtime.mock.lastCall?.[0] ?? {};
  setConnection('live');
  expect(signal).toMatchObject({ aborted: false });

  receiveSession(buildSession());

  expect(signal).toMatchObject({ aborted: true });
  await vi.runAllTimersAsync();
  expect(openRealtime).toHaveBeenCalledOnce();
  expect(read).not.toHaveBeenCalled();
});
