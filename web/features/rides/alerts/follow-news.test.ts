// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { toast, useToastStore } from '#web/components/ui/toast.ts';
import { mountList, resyncLists, resyncWith } from '#web/lib/active-lists.ts';
import { buildDriverRide, buildRiderRide, DRIVER_ID, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { loadRiderRides } from '../api/load-lists.ts';
import { followNews } from './follow-news.ts';

const PATIENCE = { timeout: 10_000 };
const ROUTE = 'Harry Reid International Airport to Bellagio Hotel & Casino.';
const TITLE = 'About · Marquee';

let isHidden = false;
let isFocused = true;

beforeEach(() => {
  document.body.innerHTML = '<div id="announcer"></div>';
  document.title = TITLE;
  useToastStore.setState({ newest: null });
  window.history.replaceState(null, '', '/about');
  [isHidden, isFocused] = [false, true];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
});

function show(isShown: boolean): void {
  isHidden = !isShown;
  isFocused = isShown;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A window on `/about`, of the rider unless said otherwise. */
function openWindow(role: 'rider' | 'driver' = 'rider') {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const id = role === 'rider' ? RIDER_ID : DRIVER_ID;
  return followNews({ audience: () => ({ role, id }), signal: closing.signal });
}

/** Another window of the same browser, which has told of a ride. */
function otherWindow() {
  const channel = new BroadcastChannel('ride-news');
  onTestFinished(() => channel.close());
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  return {
    heard,
    tells: ({ id, version }: RiderRide, isLookedAt = true) =>
      channel.postMessage({ role: 'rider', versions: [[id, version]], isLookedAt }),
  };
}

/** The ride after these changes. */
function after(
  ride: RiderRide,
  changes: readonly RideChange[],
  overrides: Partial<RiderRide> = {},
): RiderRide {
  const history = [
    ...ride.history,
    ...changes.map((change, index) => ({ change, at: NOW.toISOString(), version: ride.version + index + 1 })),
  ];
  return { ...ride, ...overrides, version: ride.version + changes.length, history };
}

const driver = { firstName: 'Sam', vehicle: 'Black Lux SUV' };
const setOff = (ride = buildRiderRide()) =>
  after(ride, ['accepted', 'en_route'], { status: 'accepted', driver, enRouteAt: NOW.toISOString() });

const shown = () => useToastStore.getState().newest;
const announced = () => document.getElementById('announcer')?.textContent;

test('a change is told on any page: a toast that leads to the ride, and politely, once', async () => {
  const news = openWindow();
  const ride = setOff();

  news.receiveRides([ride]);

  expect(shown()).toMatchObject({
    kind: 'news',
    title: 'Sam is on the way',
    description: ROUTE,
    action: { to: `/my-rides/${ride.id}` },
  });
  await expect.poll(announced).toBe(`Sam is on the way. ${ROUTE}`);
  expect(document.title).toBe(TITLE);

  useToastStore.setState({ newest: null });
  news.receiveRides([ride]);
  news.receiveRides([buildRiderRide({ id: ride.id })]);
  expect(shown()).toBeNull();
});

test('what the rider did, what is another’s, and what says nothing new is no news', () => {
  const news = openWindow();
  const paid = buildRiderRide();
  news.receiveRides([
    paid,
    after(buildRiderRide(), ['cancelled'], { status: 'cancelled', cancelledBy: 'rider' }),
    setOff(buildRiderRide({ riderId: 'b'.repeat(24) })),
    buildDriverRide({ status: 'cancelled', cancelledBy: 'operations' }),
    // Its version rose by what only staff are shown.
    { ...setOff(), version: 9 },
  ]);

  expect(shown()).toBeNull();
});

test.each([
  [{ cancelledBy: 'operations' }, 'We had to cancel your ride'],
  [{ cancelledBy: 'no_show' }, 'Nobody was at the pickup: your ride is cancelled'],
  [{ cancelledBy: null }, 'No driver was free: your ride is cancelled'],
] as const)('a ride that was cancelled says why: %o', (by, title) => {
  openWindow().receiveRides([after(buildRiderRide(), ['cancelled'], { status: 'cancelled', ...by })]);
  expect(shown()?.title).toBe(title);
});

test('of a window that is in sight but not in use the title counts the rides, until somebody looks', () => {
  isFocused = false;
  const news = openWindow();
  news.receiveRides([setOff()]);
  news.receiveRides([setOff()]);
  expect(shown()?.title).toBe('Sam is on the way');
  expect(document.title).toBe(`(2) ${TITLE}`);

  isFocused = true;
  window.dispatchEvent(new Event('focus'));

  expect(document.title).toBe(TITLE);
});

test('the mark stays when another page gives the tab a title', async () => {
  isFocused = false;
  openWindow().receiveRides([setOff()]);

  document.title = 'Careers · Marquee';

  await expect.poll(() => document.title).toBe('(1) Careers · Marquee');
});

test('a hidden window shows nothing, and one toast of it all when it comes into sight', () => {
  const news = openWindow();
  const [first, second] = [setOff(), buildRiderRide()];
  show(false);
  news.receiveRides([first]);
  news.receiveRides([after(second, ['still_searching'])]);
  news.receiveRides([after(first, ['arrived'], { arrivedAt: NOW.toISOString() })]);
  expect(shown()).toBeNull();
  expect(document.title).toBe(`(2) ${TITLE}`);

  show(true);

  expect(shown()).toMatchObject({
    title: '2 of your rides have changed',
    description: 'We are still looking for your driver. Sam is at the pickup.',
    action: { to: '/my-rides' },
  });
  expect(document.title).toBe(TITLE);
});

test('what another window has shown is not shown again, and is no longer counted once somebody looked there', async () => {
  const news = openWindow();
  const other = otherWindow();
  const [early, late] = [setOff(), setOff()];
  show(false);
  news.receiveRides([early]);
  other.tells(early, false);
  other.tells(late);
  await expect.poll(() => document.title).toBe(`(1) ${TITLE}`);
  other.tells(early);
  await expect.poll(() => document.title).toBe(TITLE);

  news.receiveRides([late]);
  show(true);

  expect(document.title).toBe(TITLE);
  expect(shown()).toBeNull();
});

test('a window that shows news tells the others', async () => {
  const other = otherWindow();
  const ride = setOff();
  openWindow().receiveRides([ride]);

  await expect
    .poll(() => other.heard)
    .toEqual([{ role: 'rider', versions: [[ride.id, ride.version]], isLookedAt: true }]);
});

test('pages that show the ride say it by themselves; another ride’s does not', () => {
  const news = openWindow();
  const ride = setOff();
  window.history.replaceState(null, '', '/my-rides');
  news.receiveRides([ride]);
  window.history.replaceState(null, '', `/my-rides/${ride.id}`);
  const arrived = after(ride, ['arrived'], { arrivedAt: NOW.toISOString() });
  news.receiveRides([arrived]);
  expect(shown()).toBeNull();

  news.receiveRides([setOff()]);

  expect(shown()?.title).toBe('Sam is on the way');
});

/** The ride after edits: by staff, or its rider. */
function editedBy(ride: RiderRide, ...authors: readonly ('staff' | 'rider')[]): RiderRide {
  const edited = after(
    ride,
    authors.map(() => 'edited'),
  );
  const history = edited.history.map((entry, index) => {
    const author = authors[index - ride.history.length];
    return author === 'staff' ? { ...entry, isByStaff: true } : entry;
  });
  return { ...edited, history };
}

test('a ride that staff change is told of, also on the pages that show it, which do not say what is new', async () => {
  const news = openWindow();
  const ride = buildRiderRide();
  news.receiveRides([editedBy(ride, 'staff')]);
  expect(shown()).toMatchObject({
    kind: 'news',
    title: 'We changed your ride',
    description: ROUTE,
    action: { to: `/my-rides/${ride.id}` },
  });
  await expect.poll(announced).toBe(`We changed your ride. ${ROUTE}`);

  useToastStore.setState({ newest: null });
  window.history.replaceState(null, '', '/my-rides');
  const onList = buildRiderRide();
  news.receiveRides([editedBy(onList, 'staff')]);
  expect(shown()?.action).toMatchObject({ to: `/my-rides/${onList.id}` });

  useToastStore.setState({ newest: null });
  const onPage = buildRiderRide();
  window.history.replaceState(null, '', `/my-rides/${onPage.id}`);
  news.receiveRides([editedBy(onPage, 'staff')]);
  expect(shown()).toMatchObject({ title: 'We changed your ride', action: undefined });
});

test('what a rider changes themself is no news, and takes none away', () => {
  const news = openWindow();
  const ride = buildRiderRide();
  news.receiveRides([ride]);
  news.receiveRides([editedBy(ride, 'rider')]);
  expect(shown()).toBeNull();

  const other = buildRiderRide();
  news.receiveRides([other]);
  news.receiveRides([editedBy(other, 'staff', 'rider')]);
  expect(shown()?.title).toBe('We changed your ride');
});

test('one that staff changed while there was no connection is told afterwards, also on the list of rides, which is read once', async () => {
  window.history.replaceState(null, '', '/my-rides');
  openWindow();
  const edited = editedBy(buildRiderRide(), 'staff');
  const at = new Date(Date.now() + 60_000).toISOString();
  const ride = { ...edited, history: edited.history.map((entry) => ({ ...entry, at })) };
  const calls = await answerApi({ [`GET /api/rides/rider/${RIDER_ID}`]: [200, [ride]] });
  onTestFinished(mountList(() => loadRiderRides(RIDER_ID)));

  const resynced = vi.fn(async () => true);
  onTestFinished(resyncWith(resynced) as () => void);
  resyncLists();
  await vi.waitUntil(() => resynced.mock.calls.length === 1, PATIENCE);
  resyncLists();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('We changed your ride');
  expect(calls).toHaveLength(3);
});

test('a button such as Undo is not taken away', async () => {
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });

  openWindow().receiveRides([setOff()]);

  expect(shown()?.title).toBe('Ride accepted!');
  await expect.poll(announced).toBe(`Sam is on the way. ${ROUTE}`);
  useToastStore.setState({ newest: null });
  expect(shown()?.title).toBe('Sam is on the way');
});

test('rides that a driver loses while an earlier one is said still are told in turn, once it is pressed', () => {
  window.history.replaceState(null, '', '/driver-earnings');
  const news = openWindow('driver');
  toast.error('Alex cancelled', ROUTE, { label: 'OK', onPress: () => {}, isSticky: true });

  news.receiveRemoved([{ id: 'e'.repeat(24), version: 5, reason: 'reassigned' }]);
  news.receiveRemoved([{ id: 'f'.repeat(24), version: 5, reason: 'unassigned' }]);

  const told = [shown()?.title];
  while (shown() && told.length < 9) {
    useToastStore.setState({ newest: null });
    told.push(shown()?.description);
  }
  expect(told).toEqual([
    'Alex cancelled',
    'Dispatch gave one of your rides to another driver.',
    'Dispatch took one of your rides off your list.',
    undefined,
  ]);
});

test('news waits for that of another ride, and takes the place of older news of its own', () => {
  const news = openWindow();
  const [first, second] = [setOff(), setOff()];
  const arrived = (ride: RiderRide) => after(ride, ['arrived'], { arrivedAt: NOW.toISOString() });
  news.receiveRides([first]);
  news.receiveRides([arrived(first)]);
  expect(shown()?.title).toBe('Sam is at the pickup');

  news.receiveRides([second]);
  news.receiveRides([arrived(second)]);
  expect(shown()?.action).toMatchObject({ to: `/my-rides/${first.id}` });

  useToastStore.setState({ newest: null });
  expect(shown()).toMatchObject({
    title: 'Sam is at the pickup',
    action: { to: `/my-rides/${second.id}` },
  });
  useToastStore.setState({ newest: null });
  expect(shown()).toBeNull();
});

test('what is to be told after a toast is not shown while nobody sees the window, nor once its rides are not followed any more', () => {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const news = followNews({ audience: () => ({ role: 'rider', id: RIDER_ID }), signal: closing.signal });
  const button = { label: 'Undo', onPress: () => {} };
  toast.success('Ride accepted!', undefined, button);
  news.receiveRides([setOff()]);
  news.receiveRides([setOff()]);
  show(false);
  useToastStore.setState({ newest: null });
  expect(shown()).toBeNull();

  show(true);
  expect(shown()?.title).toBe('Sam is on the way');
  closing.abort();
  useToastStore.setState({ newest: null });
  expect(shown()).toBeNull();
});

test('what was missed is told as one toast after the reconnect, and nothing of it twice', async () => {
  const news = openWindow();
  const [told, missed, another, old] = [setOff(), buildRiderRide(), buildRiderRide(), setOff()];
  news.receiveRides([told]);
  useToastStore.setState({ newest: null });
  const inMinutes = (ride: RiderRide, minutes: number) => ({
    ...ride,
    history: ride.history.map((entry) => ({
      ...entry,
      at: new Date(Date.now() + minutes * 60_000).toISOString(),
    })),
  });
  const calls = await answerApi({
    [`GET /api/rides/rider/${RIDER_ID}`]: [
      200,
      [
        inMinutes(told, 1),
        inMinutes(setOff(missed), 1),
        inMinutes(after(another, ['still_searching']), 1),
        inMinutes(old, -60),
      ],
    ],
  });
  const resynced = vi.fn(async () => true);
  onTestFinished(resyncWith(resynced) as () => void);

  resyncLists();
  await vi.waitUntil(() => resynced.mock.calls.length === 1, PATIENCE);
  expect(calls).toEqual([]);
  resyncLists();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('2 of your rides have changed');
  expect(calls).toHaveLength(1);
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
])('whether a driver on %s is told here of a ride that they lose: %s', (path, isTold) => {
  window.history.replaceState(null, '', path);

  openWindow('driver').receiveRides([
    buildDriverRide({
      status: 'cancelled',
      cancelledBy: 'rider',
      history: [{ change: 'cancelled', at: NOW.toISOString(), version: 4 }],
    }),
  ]);

  expect(shown()?.title).toBe(isTold ? 'Alex cancelled' : undefined);
});

test('a driver away from their board is told what they lose, and what is completed for them; on it, it tells them itself', () => {
  const news = openWindow('driver');
  const lost: DriverRide = buildDriverRide({
    status: 'cancelled',
    cancelledBy: 'rider',
    history: [{ change: 'cancelled', at: NOW.toISOString(), version: 4 }],
  });
  news.receiveRides([setOff(), buildDriverRide()]);
  expect(shown()).toBeNull();
  news.receiveRides([lost]);
  expect(shown()).toMatchObject({ title: 'Alex cancelled', action: { to: '/driver-rides' } });

  const completed: DriverRide = {
    ...lost,
    id: 'd'.repeat(24),
    status: 'completed',
    completedBy: 'driver',
    history: [{ change: 'completed', at: NOW.toISOString(), version: 5 }],
  };
  news.receiveRides([completed]);
  expect(shown()?.title).toBe('Alex cancelled');
  useToastStore.setState({ newest: null });
  news.receiveRides([{ ...completed, version: 6, completedBy: 'staff' }]);
  expect(shown()).toMatchObject({
    title: 'Dispatch completed your ride',
    description: expect.stringMatching(/Your share: \$\d+\.\d\d\.$/),
    action: { to: '/driver-rides' },
  });

  useToastStore.setState({ newest: null });
  news.receiveRemoved([{ id: 'e'.repeat(24), version: 5, reason: 'reassigned' }]);
  expect(shown()?.description).toBe('Dispatch gave one of your rides to another driver.');
  useToastStore.setState({ newest: null });
  news.receiveRemoved([
    { id: 'e'.repeat(24), version: 5, reason: 'reassigned' },
    { id: 'f'.repeat(24), version: 5, reason: 'given_back' },
  ]);
  window.history.replaceState(null, '', '/driver');
  news.receiveRides([{ ...lost, id: 'c'.repeat(24) }]);
  expect(shown()).toBeNull();
});
