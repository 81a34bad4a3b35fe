// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { mountList, onResync, resyncLists } from '#web/lib/active-lists.ts';
import { buildDriverRide, buildRiderRide, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { loadRiderRides } from '../api/load-lists.ts';
import {
  after,
  announced,
  begin,
  dismiss,
  editedBy,
  goTo,
  letLapse,
  openWindow,
  proposeMore,
  ROUTE,
  setOff,
  shown,
  standOnAbout,
  TITLE,
} from './testing/notified-window.ts';

const PATIENCE = { timeout: 10_000 };

beforeEach(standOnAbout);

test('a ride change is shown once, as a toast that links to the ride, and announced to screen readers', async () => {
  const opened = openWindow();
  const ride = setOff();

  opened.receiveRides([ride]);

  expect(shown()).toMatchObject({
    kind: 'notification',
    title: 'Sam is on the way',
    description: ROUTE,
    action: { to: `/my-rides/${ride.id}` },
  });
  await expect.poll(announced).toBe(`Sam is on the way. ${ROUTE}`);
  expect(document.title).toBe(TITLE);

  dismiss();
  opened.receiveRides([ride]);
  opened.receiveRides([buildRiderRide({ id: ride.id })]);
  expect(shown()).toBeNull();
});

test('the rider’s own change, another rider’s ride, and a new version without a change show no toast', () => {
  const opened = openWindow();
  const paid = buildRiderRide();
  opened.receiveRides([
    paid,
    after(buildRiderRide(), ['cancelled'], { status: 'cancelled', cancelledBy: 'rider' }),
    setOff(buildRiderRide({ riderId: 'b'.repeat(24) })),
    buildDriverRide({ status: 'cancelled', cancelledBy: 'operations' }),
    // Only a change visible to staff raised the version.
    { ...setOff(), version: 9 },
  ]);

  expect(shown()).toBeNull();
});

test.each([
  [{ cancelledBy: 'operations' }, 'We had to cancel your ride'],
  [{ cancelledBy: 'no_show' }, 'Nobody was at the pickup: your ride is cancelled'],
  [{ cancelledBy: null }, 'No driver was free: your ride is cancelled'],
] as const)('the toast for a cancelled ride gives the reason: %o', (by, title) => {
  openWindow().receiveRides([after(buildRiderRide(), ['cancelled'], { status: 'cancelled', ...by })]);
  expect(shown()?.title).toBe(title);
});

test('the toast for a ride with another driver or vehicle names the vehicle', () => {
  openWindow().receiveRides([after(setOff(), ['reassigned'])]);
  expect(shown()?.title).toBe('Sam is your driver now: Black Lux SUV');
});

test('a status change shows no toast on a page that shows the ride, but does for another ride', () => {
  const opened = openWindow();
  const ride = setOff();
  goTo('/my-rides');
  opened.receiveRides([ride]);
  goTo(`/my-rides/${ride.id}`);
  const arrived = after(ride, ['arrived'], { arrivedAt: NOW.toISOString() });
  opened.receiveRides([arrived]);
  expect(shown()).toBeNull();

  opened.receiveRides([setOff()]);

  expect(shown()?.title).toBe('Sam is on the way');
});

test('an edit by staff shows a toast even on pages that show the ride', async () => {
  const opened = openWindow();
  const ride = buildRiderRide();
  opened.receiveRides([editedBy(ride, 'staff')]);
  expect(shown()).toMatchObject({
    kind: 'notification',
    title: 'We changed your ride',
    description: ROUTE,
    action: { to: `/my-rides/${ride.id}` },
  });
  await expect.poll(announced).toBe(`We changed your ride. ${ROUTE}`);

  dismiss();
  goTo('/my-rides');
  const onList = buildRiderRide();
  opened.receiveRides([editedBy(onList, 'staff')]);
  expect(shown()?.action).toMatchObject({ to: `/my-rides/${onList.id}` });

  dismiss();
  const onPage = buildRiderRide();
  goTo(`/my-rides/${onPage.id}`);
  opened.receiveRides([editedBy(onPage, 'staff')]);
  expect(shown()).toMatchObject({ title: 'We changed your ride', action: undefined });
});

test('more time that the driver proposes shows a toast on any page, while it can be paid', async () => {
  const opened = openWindow();
  const begun = begin();
  opened.receiveRides([begun]);
  dismiss();
  const proposed = proposeMore(begun);

  opened.receiveRides([proposed]);

  expect(shown()).toMatchObject({
    title: 'Sam proposes 30 more minutes for $36.97',
    description: ROUTE,
    action: { to: `/my-rides/${begun.id}` },
  });
  await expect.poll(announced).toBe(`Sam proposes 30 more minutes for $36.97. ${ROUTE}`);

  dismiss();
  opened.receiveRides([after(proposed, ['extension_proposed'], { charges: [] })]);
  expect(shown()).toBeNull();
  goTo(`/my-rides/${begun.id}`);
  opened.receiveRides([after(after(proposed, ['extension_proposed']), ['extension_proposed'])]);
  expect(shown()).toMatchObject({ title: 'Sam proposes 30 more minutes for $36.97', action: undefined });
});

test('a proposal that has lapsed or a fare that was not decided does not hide what was missed before it', () => {
  const opened = openWindow();
  const [onTheWay, begun] = [setOff(), begin()];
  opened.receiveRides([onTheWay]);
  opened.receiveRides([begun]);
  dismiss();
  dismiss();

  opened.receiveRides([letLapse(proposeMore(editedBy(begin(onTheWay), 'staff')))]);
  expect(shown()?.title).toBe('We changed your ride');

  dismiss();
  opened.receiveRides([after(begun, ['completed', 'fare_decided', 'credited'], { status: 'completed' })]);
  expect(shown()?.title).toBe('Your ride is completed');
});

test('a ride that the rider has cancelled shows no toast for what was missed before', () => {
  const opened = openWindow();
  const ride = buildRiderRide();
  opened.receiveRides([ride]);

  opened.receiveRides([
    after(setOff(ride), ['cancelled', 'credited'], { status: 'cancelled', cancelledBy: 'rider' }),
  ]);

  expect(shown()).toBeNull();
});

test('an edit by the rider shows no toast, and does not hide an earlier edit by staff', () => {
  const opened = openWindow();
  const ride = buildRiderRide();
  opened.receiveRides([ride]);
  opened.receiveRides([editedBy(ride, 'rider')]);
  expect(shown()).toBeNull();

  const other = buildRiderRide();
  opened.receiveRides([other]);
  opened.receiveRides([editedBy(other, 'staff', 'rider')]);
  expect(shown()?.title).toBe('We changed your ride');
});

test('an edit by staff is named together with a later status change, unless the ride has ended', () => {
  const opened = openWindow();
  const changed = editedBy(buildRiderRide(), 'staff');
  goTo('/my-rides');
  opened.receiveRides([buildRiderRide({ id: changed.id, version: changed.version - 1 })]);
  opened.receiveRides([setOff(changed)]);
  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');

  dismiss();
  goTo('/about');
  const over = editedBy(buildRiderRide(), 'staff');
  opened.receiveRides([buildRiderRide({ id: over.id, version: over.version - 1 })]);
  opened.receiveRides([after(over, ['cancelled'], { status: 'cancelled', cancelledBy: 'operations' })]);
  expect(shown()?.title).toBe('We had to cancel your ride');
});

test('an edit by staff during a lost connection shows a toast after the reconnect, on the ride list too', async () => {
  goTo('/my-rides');
  openWindow();
  const edited = editedBy(buildRiderRide(), 'staff');
  const at = new Date(Date.now() + 60_000).toISOString();
  const ride = { ...edited, history: edited.history.map((entry) => ({ ...entry, at })) };
  const calls = await answerApi({ [`GET /api/rides/rider/${RIDER_ID}`]: [200, [ride]] });
  onTestFinished(mountList(() => loadRiderRides(RIDER_ID)));

  const resynced = vi.fn(async () => true);
  onTestFinished(onResync(resynced) as () => void);
  resyncLists();
  await vi.waitUntil(() => resynced.mock.calls.length === 1, PATIENCE);
  resyncLists();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('We changed your ride');
  expect(calls).toHaveLength(3);
});

test('changes missed during a lost connection are shown in one toast, without those shown before', async () => {
  const opened = openWindow();
  const [alreadyShown, missed, another, old] = [setOff(), buildRiderRide(), buildRiderRide(), setOff()];
  opened.receiveRides([alreadyShown]);
  dismiss();
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
        inMinutes(alreadyShown, 1),
        inMinutes(setOff(missed), 1),
        inMinutes(after(another, ['still_searching']), 1),
        inMinutes(old, -60),
      ],
    ],
  });
  const resynced = vi.fn(async () => true);
  onTestFinished(onResync(resynced) as () => void);

  resyncLists();
  await vi.waitUntil(() => resynced.mock.calls.length === 1, PATIENCE);
  expect(calls).toEqual([]);
  resyncLists();

  await expect.poll(() => shown()?.title, PATIENCE).toBe('2 of your rides have changed');
  expect(calls).toHaveLength(1);
});
