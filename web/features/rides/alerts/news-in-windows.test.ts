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

/** Opens another window of the same browser. `tells` broadcasts that it has shown news of a ride. */
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

test('of a window that is in sight but not in use the title counts the rides, until somebody looks', () => {
  use(false);
  const news = openWindow();
  news.receiveRides([setOff()]);
  news.receiveRides([setOff()]);
  expect(shown()?.title).toBe('Sam is on the way');
  expect(document.title).toBe(`(2) ${TITLE}`);

  use(true);

  expect(document.title).toBe(TITLE);
});

test('the mark stays when another page gives the tab a title', async () => {
  use(false);
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

test('a hidden window says of a ride that staff edited it, whatever came after that', () => {
  const news = openWindow();
  const edited = editedBy(buildRiderRide(), 'staff');
  show(false);
  news.receiveRides([edited]);
  news.receiveRides([setOff(edited)]);

  show(true);

  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');
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
