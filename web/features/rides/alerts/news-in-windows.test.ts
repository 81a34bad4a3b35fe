// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import {
  after,
  editedBy,
  openWindow,
  setOff,
  show,
  shown,
  standOnAbout,
  TITLE,
  use,
} from './testing/followed-window.ts';

beforeEach(standOnAbout);

/** Opens another window of the same browser. `broadcast` reports that it has shown news of a ride. */
function otherWindow() {
  const channel = new BroadcastChannel('ride-news');
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
  const news = openWindow();
  news.receiveRides([setOff()]);
  news.receiveRides([setOff()]);
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

test('an edit by staff while the window is hidden is named in its toast even if other changes follow', () => {
  const news = openWindow();
  const edited = editedBy(buildRiderRide(), 'staff');
  show(false);
  news.receiveRides([edited]);
  news.receiveRides([setOff(edited)]);

  show(true);

  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');
});

test('news shown in another window is not repeated, and leaves the count once that window is looked at', async () => {
  const news = openWindow();
  const other = otherWindow();
  const [early, late] = [setOff(), setOff()];
  show(false);
  news.receiveRides([early]);
  other.broadcast(early, false);
  other.broadcast(late);
  await expect.poll(() => document.title).toBe(`(1) ${TITLE}`);
  other.broadcast(early);
  await expect.poll(() => document.title).toBe(TITLE);

  news.receiveRides([late]);
  show(true);

  expect(document.title).toBe(TITLE);
  expect(shown()).toBeNull();
});

test('a window that shows news broadcasts the ride and its version to other windows', async () => {
  const other = otherWindow();
  const ride = setOff();
  openWindow().receiveRides([ride]);

  await expect
    .poll(() => other.received)
    .toEqual([{ role: 'rider', versions: [[ride.id, ride.version]], isLookedAt: true }]);
});
