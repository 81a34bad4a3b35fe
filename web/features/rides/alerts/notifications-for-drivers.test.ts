// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RemovalReason } from '#common/rides/ride-events.ts';
import { mountList, onResync, resyncLists } from '#web/lib/active-lists.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { loadDriverRides } from '../api/load-lists.ts';
import { clearRides, receiveRemovedRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import {
  announced,
  dismiss,
  goTo,
  openWindow,
  ROUTE,
  setOff,
  show,
  shown,
  standOnAbout,
  TITLE,
} from './testing/notified-window.ts';

const PATIENCE = { timeout: 10_000 };

beforeEach(() => {
  standOnAbout();
  clearRides();
});

test.each([
  ['/driver', false],
  ['/driver-rides', false],
  ['/driver/drive', false],
  ['/driver-schedule', true],
  ['/driver-earnings', true],
  ['/driver-rating', true],
  ['/driver-requirements', true],
  ['/driver-resources', true],
])('on %s, notifyOfRides shows a toast for a ride the driver loses: %s', (path, isShown) => {
  goTo(path);

  openWindow('driver').receiveRides([
    buildDriverRide({
      version: 4,
      status: 'cancelled',
      cancelledBy: 'rider',
      history: [{ change: 'cancelled', at: NOW.toISOString(), version: 4 }],
    }),
  ]);

  expect(shown()?.title).toBe(isShown ? 'Alex cancelled' : undefined);
});

test('away from the board, a driver sees toasts for lost rides and rides completed by dispatch; on it, none', () => {
  const opened = openWindow('driver');
  const lost: DriverRide = buildDriverRide({
    version: 4,
    status: 'cancelled',
    cancelledBy: 'rider',
    history: [{ change: 'cancelled', at: NOW.toISOString(), version: 4 }],
  });
  opened.receiveRides([setOff(), buildDriverRide()]);
  expect(shown()).toBeNull();
  opened.receiveRides([lost]);
  expect(shown()).toMatchObject({ title: 'Alex cancelled', action: { to: '/driver-rides' } });

  const completed: DriverRide = {
    ...lost,
    id: 'd'.repeat(24),
    version: 5,
    status: 'completed',
    completedBy: 'driver',
    history: [{ change: 'completed', at: NOW.toISOString(), version: 5 }],
  };
  opened.receiveRides([completed]);
  expect(shown()?.title).toBe('Alex cancelled');
  dismiss();
  const again = [{ change: 'completed' as const, at: NOW.toISOString(), version: 6 }];
  opened.receiveRides([{ ...completed, version: 6, completedBy: 'staff', history: again }]);
  expect(shown()).toMatchObject({
    title: 'Dispatch completed your ride',
    description: expect.stringMatching(/Your share: \$\d+\.\d\d\.$/),
    action: { to: '/driver-rides' },
  });

  dismiss();
  opened.receiveRemoved([{ id: 'e'.repeat(24), version: 5, reason: 'reassigned' }]);
  expect(shown()?.description).toBe('Dispatch gave one of your rides to another driver.');
  dismiss();
  opened.receiveRemoved([
    { id: 'e'.repeat(24), version: 5, reason: 'reassigned' },
    { id: 'f'.repeat(24), version: 5, reason: 'given_back' },
  ]);
  goTo('/driver');
  opened.receiveRides([{ ...lost, id: 'c'.repeat(24) }]);
  expect(shown()).toBeNull();
});

type Entry = DriverRide['history'][number] & { isByStaff?: boolean };

/** Returns the driver's ride after one more change. */
const changed = (
  ride: DriverRide,
  change: Entry['change'],
  { isByStaff, ...overrides }: Partial<DriverRide> & Pick<Entry, 'isByStaff'> = {},
): DriverRide => {
  const version = ride.version + 1;
  const entry: Entry = { change, at: NOW.toISOString(), version, ...(isByStaff && { isByStaff }) };
  return { ...ride, ...overrides, version, history: [...ride.history, entry] };
};

const BOOKED = buildDriverRide({ version: 2, history: buildDriverRide().history.slice(0, 2) });

test.each([
  [
    'assigned to them by dispatch',
    changed(BOOKED, 'accepted', { isByStaff: true }),
    'Dispatch assigned you a ride',
  ],
  ['reassigned to them', changed(buildDriverRide(), 'reassigned'), 'Dispatch assigned you a ride'],
  ['accepted by themself', changed(BOOKED, 'accepted'), undefined],
  ['changed once it is theirs', changed(buildDriverRide(), 'edited'), 'Your ride was changed'],
  ['set off to', changed(buildDriverRide(), 'en_route'), undefined],
  [
    'made longer',
    changed(buildDriverRide(), 'extended', { status: 'in_progress', bookingType: 'hourly', hours: 3.5 }),
    'Your ride is now longer',
  ],
])('the driver sees the right toast, or none, for a ride that is %s', (_how, ride, title) => {
  goTo('/driver-rides');

  openWindow('driver').receiveRides([ride]);

  expect(shown()?.title).toBe(title);
});

test('the toast for an assigned ride gives route, time and vehicle; for an extended ride, its new end', async () => {
  const opened = openWindow('driver');
  show(false);
  const assigned = changed(BOOKED, 'accepted', { isByStaff: true });
  opened.receiveRides([assigned]);
  expect(document.title).toBe(`(1) ${TITLE}`);
  show(true);

  expect(shown()?.description).toBe(`${ROUTE} Fri 20 Nov, 6:30 PM. Black Cadillac Escalade, NV 218-QKD.`);
  const announcement = `Dispatch assigned you a ride. ${shown()?.description}`;
  await waitFor(() => expect(announced()).toBe(announcement));
  dismiss();
  opened.receiveRides([
    changed(assigned, 'extended', { status: 'in_progress', bookingType: 'hourly', hours: 3.5 }),
  ]);
  expect(shown()?.description).toBe(`${ROUTE} Planned until 10:00 PM.`);
});

test('an edit made before the driver accepted the ride shows no toast', () => {
  const opened = openWindow('driver');
  opened.receiveRides([buildDriverRide()]);
  const back = changed(changed(buildDriverRide(), 'given_back'), 'edited');

  opened.receiveRides([changed(back, 'accepted')]);

  expect(shown()).toBeNull();
});

/** Returns the ride with its changes a minute from now, during the lost connection. */
const inAMinute = (ride: DriverRide): DriverRide => {
  const at = new Date(Date.now() + 60_000).toISOString();
  return { ...ride, history: ride.history.map((entry) => ({ ...entry, at })) };
};

/**
 * Loads the driver's list as a page does, and resyncs twice as after a lost connection, during which these
 * rides became those.
 */
async function reconnect(
  rides: readonly DriverRide[],
  missed: readonly DriverRide[],
  replies: ApiReplies = {},
) {
  const { calls, list, resync } = await serveList(rides, replies);
  onTestFinished(mountList(() => loadDriverRides(DRIVER_ID)));
  await resync();
  await vi.waitUntil(() => calls.length === 2, PATIENCE);
  list(missed);
  await resync();
  return { calls, resync };
}

/** Serves the driver's list, which `list` changes; `calls` are its reads. `resync` resyncs like a connect. */
async function serveList(rides: readonly DriverRide[], replies: ApiReplies = {}) {
  let listed = rides;
  const calls: string[] = [];
  const reply: ApiReplies[string] = async ({ call }) => {
    calls.push(call);
    return [200, [...listed]];
  };
  await answerApi({ ...replies, [`GET /api/rides/driver/${DRIVER_ID}`]: reply });
  const resynced = vi.fn(async () => true);
  onTestFinished(onResync(resynced) as () => void);
  const resync = async () => {
    const before = resynced.mock.calls.length;
    resyncLists();
    await vi.waitUntil(() => resynced.mock.calls.length > before, PATIENCE);
  };
  const list = (next: readonly DriverRide[]) => {
    listed = next;
  };
  return { calls, list, resync };
}

test('what dispatch did during a lost connection is one toast after the reconnect, without what was shown', async () => {
  goTo('/driver-rides');
  const opened = openWindow('driver');
  const [alreadyShown, own, edited] = [
    changed(BOOKED, 'accepted', { isByStaff: true }),
    buildDriverRide(),
    buildDriverRide(),
  ];
  opened.receiveRides([alreadyShown]);
  dismiss();

  const { calls } = await reconnect(
    [alreadyShown, own, edited],
    [
      inAMinute(alreadyShown),
      inAMinute(changed(own, 'en_route')),
      inAMinute(changed(edited, 'edited')),
      inAMinute(changed(buildDriverRide({ ...BOOKED, id: 'd'.repeat(24) }), 'accepted', { isByStaff: true })),
    ],
  );

  await expect.poll(() => shown()?.title, PATIENCE).toBe('2 of your rides have changed');
  expect(shown()?.description).toBe('Your ride was changed. Dispatch assigned you a ride.');
  await expect.poll(announced).toMatch(/^2 of your rides have changed/);
  // The list and the notifications share one read.
  expect(calls).toHaveLength(3);
});

test('a ride lost during a lost connection shows one toast, except on pages that show it themselves', async () => {
  goTo('/driver-schedule');
  const opened = openWindow('driver');
  const [kept, gone] = [buildDriverRide(), buildDriverRide()];

  const { resync, calls } = await reconnect([kept, gone], [kept]);

  await expect.poll(() => shown()?.title, PATIENCE).toBe('No longer your ride');
  expect(shown()).toMatchObject({
    description: `${ROUTE.slice(0, -1)} is off your list.`,
    action: { to: '/driver-rides' },
  });
  dismiss();
  opened.receiveRemoved([{ id: gone.id, version: gone.version + 1, reason: 'unassigned' }]);
  await resync();
  await vi.waitUntil(() => calls.length === 4, PATIENCE);
  expect(shown()).toBeNull();
});

test('a ride that the driver gave back on another device during a lost connection shows no toast', async () => {
  goTo('/driver-schedule');
  openWindow('driver');
  const [taken, givenBack] = [buildDriverRide(), buildDriverRide()];
  const removal = ({ id, version }: DriverRide, reason: RemovalReason): ApiReplies => ({
    [`GET /api/rides/${id}/removal`]: [200, { removed: { id, version: version + 1, reason } }],
  });

  await reconnect([taken, givenBack], [], {
    ...removal(taken, 'reassigned'),
    ...removal(givenBack, 'given_back'),
  });

  await expect.poll(() => shown()?.title, PATIENCE).toBe('No longer your ride');
});

const listedIds = () => Object.keys(useRideStore.getState().driverRides.rides);

test('a ride lost during a lost connection shows a toast to a driver whose pages have shown no list', async () => {
  goTo('/account');
  openWindow('driver');
  const [kept, gone] = [buildDriverRide(), buildDriverRide()];
  const { list, resync } = await serveList([kept, gone]);
  await resync();
  await expect.poll(listedIds, PATIENCE).toEqual([kept.id, gone.id]);
  expect(shown()).toBeNull();

  list([kept]);
  await resync();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('No longer your ride');
});

test('a ride that a page’s own load has removed during a lost connection still shows a toast after it', async () => {
  goTo('/driver-rating');
  openWindow('driver');
  const [kept, gone, givenBack] = [buildDriverRide(), buildDriverRide(), buildDriverRide()];
  const { calls, list, resync } = await serveList([kept, gone, givenBack]);
  await resync();
  await expect.poll(listedIds, PATIENCE).toHaveLength(3);
  receiveRemovedRides([{ id: givenBack.id, version: givenBack.version + 1, reason: 'given_back' }]);

  list([kept]);
  await loadDriverRides(DRIVER_ID);
  expect(listedIds()).toEqual([kept.id]);
  const acceptedAndGone = buildDriverRide();
  receiveRides([acceptedAndGone]);
  await resync();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('2 of your rides have changed');
  dismiss();
  await resync();
  await vi.waitUntil(() => calls.length === 4, PATIENCE);
  expect(shown()).toBeNull();
});

test('a ride cancelled during a lost connection shows a toast on a page that shows no rides', async () => {
  goTo('/driver-rating');
  openWindow('driver');
  const ride = buildDriverRide();

  await reconnect(
    [ride],
    [inAMinute(changed(ride, 'cancelled', { status: 'cancelled', cancelledBy: 'rider' }))],
  );

  await expect.poll(() => shown()?.title, PATIENCE).toBe('Alex cancelled');
});

test('a page that shows lost rides itself leaves those lost during a lost connection to itself', async () => {
  goTo('/driver');
  openWindow('driver');
  const ride = buildDriverRide();

  const { calls } = await reconnect([ride], []);

  await vi.waitUntil(() => calls.length === 3, PATIENCE);
  await expect.poll(() => useRideStore.getState().driverRides.rides).toEqual({});
  expect(shown()).toBeNull();
});
