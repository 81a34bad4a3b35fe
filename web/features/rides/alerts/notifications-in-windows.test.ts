// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import {
  after,
  begin,
  dismiss,
  editedBy,
  letLapse,
  openWindow,
  proposeMore,
  setOff,
  show,
  shown,
  standOnAbout,
  TITLE,
  use,
} from './testing/notified-window.ts';

beforeEach(standOnAbout);

/** Opens another window of the same browser. `broadcast` reports that it has shown a ride's notification. */
function otherWindow() {
  const channel = new BroadcastChannel('ride-notifications');
  onTestFinished(() => channel.close());
  const received: unknown[] = [];
  channel.addEventListener('message', ({ data }) => received.push(data));
  return {
    received,
    broadcast: ({ id, version }: RiderRide, isLookedAt = true) =>
      channel.postMessage({ role: 'rider', versions: [[id, version]], isLookedAt }),
  };
}

test('while the window is visible but not focused, its title counts the changed rides', () => {
  use(false);
  const opened = openWindow();
  opened.receiveRides([setOff()]);
  opened.receiveRides([setOff()]);
  expect(shown()?.title).toBe('Sam is on the way');
  expect(document.title).toBe(`(2) ${TITLE}`);

  use(true);

  expect(document.title).toBe(TITLE);
});

test('the count in the title stays when navigation changes the document title', async () => {
  use(false);
  openWindow().receiveRides([setOff()]);

  document.title = 'Careers · Marquee';

  await expect.poll(() => document.title).toBe('(1) Careers · Marquee');
});

test('a hidden window shows no toast, and one toast for all changes when it becomes visible', () => {
  const opened = openWindow();
  const [first, second] = [setOff(), buildRiderRide()];
  show(false);
  opened.receiveRides([first]);
  opened.receiveRides([after(second, ['still_searching'])]);
  opened.receiveRides([after(first, ['arrived'], { arrivedAt: NOW.toISOString() })]);
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

test('an edit by staff while the window is hidden is named in its toast even if other changes follow', () => {
  const opened = openWindow();
  const edited = editedBy(buildRiderRide(), 'staff');
  show(false);
  opened.receiveRides([edited]);
  opened.receiveRides([setOff(edited)]);

  show(true);

  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');
});

test('a change that is obsolete when a hidden window becomes visible shows no toast', () => {
  const opened = openWindow();
  const [begun, booked] = [begin(), buildRiderRide()];
  opened.receiveRides([begun, booked]);
  dismiss();
  show(false);
  const proposed = proposeMore(begun);
  const onTheWay = setOff(booked);
  opened.receiveRides([proposed, onTheWay]);
  opened.receiveRides([letLapse(proposed)]);
  opened.receiveRides([after(onTheWay, ['cancelled'], { status: 'cancelled', cancelledBy: 'rider' })]);

  show(true);

  expect(shown()).toBeNull();
});

test('a notification shown in another window is not repeated, and leaves the count once that window is looked at', async () => {
  const opened = openWindow();
  const other = otherWindow();
  const [early, late] = [setOff(), setOff()];
  show(false);
  opened.receiveRides([early]);
  other.broadcast(early, false);
  other.broadcast(late);
  await expect.poll(() => document.title).toBe(`(1) ${TITLE}`);
  other.broadcast(early);
  await expect.poll(() => document.title).toBe(TITLE);

  opened.receiveRides([late]);
  show(true);

  expect(document.title).toBe(TITLE);
  expect(shown()).toBeNull();
});

test('a window that shows a notification broadcasts the ride and its version to other windows', async () => {
  const other = otherWindow();
  const ride = setOff();
  openWindow().receiveRides([ride]);

  await expect
    .poll(() => other.received)
    .toEqual([{ role: 'rider', versions: [[ride.id, ride.version]], isLookedAt: true }]);
});
