// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SentPosition } from '#common/rides/position.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { setPositionChannel } from '#web/lib/position-channel.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import {
  endSharing,
  hasAgreed,
  resumeForRide,
  shareForRide,
  simulateDrive,
  stopForRide,
  useSharingStore,
} from './sharing-store.ts';

const [RIDE_ID, NEXT_ID] = ['1'.repeat(24), '2'.repeat(24)];
const [SAM, KIM] = ['a'.repeat(24), 'b'.repeat(24)];

const sent: SentPosition[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  fakeStorage();
  sent.length = 0;
  setPositionChannel((position) => sent.push(position));
});
afterEach(() => {
  endSharing();
  setPositionChannel(null);
  vi.useRealTimers();
});

/** Mocks a geolocation whose replies the test controls. */
function fakeGeolocation() {
  const asked: Parameters<Geolocation['getCurrentPosition']>[] = [];
  const watched = new Map<number, PositionCallback>();
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition: (onFix: PositionCallback) => watched.set(watched.size + 1, onFix).size,
      clearWatch: (id: number) => watched.delete(id),
      getCurrentPosition: (...args: Parameters<Geolocation['getCurrentPosition']>) => asked.push(args),
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const coords = { latitude: 36.12, longitude: -115.17, accuracy: 8, heading: null };
  return {
    watched,
    move: () => {
      for (const onFix of watched.values()) onFix({ coords } as GeolocationPosition);
    },
    answer: () => {
      for (const [onFix] of asked) onFix({ coords } as GeolocationPosition);
    },
    refuse: () => {
      const error = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;
      for (const [, onError] of asked) onError?.(error);
    },
  };
}

test('a position requested before Stop is not sent after it', () => {
  const browser = fakeGeolocation();
  shareForRide(RIDE_ID, SAM);
  browser.move();
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(10_000);

  stopForRide(RIDE_ID);
  browser.answer();
  browser.refuse();

  expect(browser.watched.size).toBe(0);
  expect(sent).toHaveLength(1);
  expect(useSharingStore.getState()).toMatchObject({ state: 'stopped', lastAt: null });
});

test('agreeing to share the location counts for this driver only, not for others on the same browser', () => {
  fakeGeolocation();
  expect(hasAgreed(SAM)).toBe(false);

  shareForRide(RIDE_ID, SAM);

  expect([hasAgreed(SAM), hasAgreed(KIM)]).toEqual([true, false]);
});

/** Starts a simulated drive whose plan is still loading. The test controls the reply. */
function planDrive(readRide: () => DriverRide | undefined) {
  const reply = deferred<Response>();
  vi.stubGlobal('fetch', () => reply.promise);
  onTestFinished(() => void vi.unstubAllGlobals());
  const [from, to] = [
    { lat: 36.11, lng: -115.17 },
    { lat: 36.12, lng: -115.17 },
  ];
  const started = simulateDrive(RIDE_ID, readRide);
  return async () => {
    reply.resolve(Response.json({ toPickup: [from, to], toDropoff: [to, from] }));
    await started;
    vi.advanceTimersByTime(10_000);
  };
}

test('a simulated drive begins once its route has loaded', async () => {
  const ride = buildDriverRide({ id: RIDE_ID });

  await planDrive(() => ride)();

  expect(sent.length).toBeGreaterThan(1);
  expect(useSharingStore.getState()).toMatchObject({ state: 'simulated', rideId: RIDE_ID });
});

test.each([
  ['the driver signed out', () => endSharing(), 'off'],
  ['the driver stopped it', () => stopForRide(RIDE_ID), 'stopped'],
  ['the driver shared where they are', () => shareForRide(RIDE_ID, SAM), 'shared'],
])('a simulated drive does not begin if %s while its route loads', async (_, meanwhile, state) => {
  fakeGeolocation();
  const ride = buildDriverRide({ id: RIDE_ID });
  const answerPlan = planDrive(() => ride);

  meanwhile();
  await answerPlan();

  expect(sent).toEqual([]);
  expect(useSharingStore.getState().state).toBe(state);
});

test('a simulated drive does not begin if the ride has ended or is no longer the driver’s', async () => {
  let ride: DriverRide | undefined = buildDriverRide({ id: RIDE_ID, status: 'in_progress' });
  const answerPlan = planDrive(() => ride);

  ride = { ...ride, status: 'completed' };
  await answerPlan();
  expect(useSharingStore.getState().state).toBe('off');

  ride = undefined;
  await planDrive(() => ride)();
  expect(useSharingStore.getState().state).toBe('off');
});

/** Dispatches the storage event of a change in another tab. */
const dispatchStop = (oldValue: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: 'position-stopped', oldValue, newValue }));

test('a stopped ride stays stopped after a reload until it is shared again; the next ride is shared', () => {
  const { watched } = fakeGeolocation();
  shareForRide(RIDE_ID, SAM);
  stopForRide(RIDE_ID);
  endSharing();

  resumeForRide(RIDE_ID, SAM);
  expect(useSharingStore.getState()).toMatchObject({ state: 'stopped', rideId: RIDE_ID });
  expect(watched.size).toBe(0);

  resumeForRide(NEXT_ID, SAM);
  expect(useSharingStore.getState()).toMatchObject({ state: 'shared', rideId: NEXT_ID });
  stopForRide(RIDE_ID);
  shareForRide(RIDE_ID, SAM);
  endSharing();
  resumeForRide(RIDE_ID, SAM);
  expect(useSharingStore.getState().state).toBe('shared');
});

test('Stop in another tab stops sharing of the same ride here, and sharing again there resets that', () => {
  const { watched } = fakeGeolocation();
  shareForRide(RIDE_ID, SAM);
  dispatchStop(null, NEXT_ID);
  expect(useSharingStore.getState().state).toBe('shared');

  dispatchStop(NEXT_ID, RIDE_ID);
  expect(useSharingStore.getState().state).toBe('stopped');
  expect(watched.size).toBe(0);

  dispatchStop(RIDE_ID, null);
  expect(useSharingStore.getState()).toMatchObject({ state: 'off', rideId: null });
});
