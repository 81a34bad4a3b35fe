// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
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
  show,
  shown,
  standOnAbout,
} from './testing/notified-window.ts';

beforeEach(standOnAbout);

test('a toast with a button such as Undo is not replaced by a ride notification, which is shown after it', async () => {
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });

  openWindow().receiveRides([setOff()]);

  expect(shown()?.title).toBe('Ride accepted!');
  await expect.poll(announced).toBe(`Sam is on the way. ${ROUTE}`);
  dismiss();
  expect(shown()?.title).toBe('Sam is on the way');
});

test('rides that a driver loses while a sticky toast is shown are queued, one toast each', () => {
  goTo('/driver-earnings');
  const opened = openWindow('driver');
  toast.error('Alex cancelled', ROUTE, { label: 'OK', onPress: () => {}, isSticky: true });

  opened.receiveRemoved([{ id: 'e'.repeat(24), version: 5, reason: 'reassigned' }]);
  opened.receiveRemoved([{ id: 'f'.repeat(24), version: 5, reason: 'unassigned' }]);

  const shownInTurn = [shown()?.title];
  while (shown() && shownInTurn.length < 9) {
    dismiss();
    shownInTurn.push(shown()?.description);
  }
  expect(shownInTurn).toEqual([
    'Alex cancelled',
    'Dispatch gave one of your rides to another driver.',
    'Dispatch took one of your rides off your list.',
    undefined,
  ]);
});

test('a toast is queued behind that of another ride, and replaces an older one of the same ride', () => {
  const opened = openWindow();
  const [first, second] = [setOff(), setOff()];
  const arrived = (ride: RiderRide) => after(ride, ['arrived'], { arrivedAt: NOW.toISOString() });
  opened.receiveRides([first]);
  opened.receiveRides([arrived(first)]);
  expect(shown()?.title).toBe('Sam is at the pickup');

  opened.receiveRides([second]);
  opened.receiveRides([arrived(second)]);
  expect(shown()?.action).toMatchObject({ to: `/my-rides/${first.id}` });

  dismiss();
  expect(shown()).toMatchObject({
    title: 'Sam is at the pickup',
    action: { to: `/my-rides/${second.id}` },
  });
  dismiss();
  expect(shown()).toBeNull();
});

test('an edit by staff is named with later changes until its toast has been dismissed', () => {
  const opened = openWindow();
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });
  const changed = editedBy(buildRiderRide(), 'staff');
  opened.receiveRides([changed]);
  const queued = setOff(changed);
  opened.receiveRides([queued]);
  opened.receiveRides([editedBy(queued, 'rider')]);

  dismiss();
  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');
  dismiss();
  expect(shown()).toBeNull();

  const inSight = editedBy(buildRiderRide(), 'staff');
  opened.receiveRides([inSight]);
  expect(shown()?.title).toBe('We changed your ride');
  const onTheWay = setOff(inSight);
  opened.receiveRides([onTheWay]);
  expect(shown()?.title).toBe('We changed your ride. Sam is on the way');
  dismiss();
  opened.receiveRides([after(onTheWay, ['arrived'], { arrivedAt: NOW.toISOString() })]);
  expect(shown()?.title).toBe('Sam is at the pickup');
});

test('a queued toast of a proposal that has lapsed is not shown, or without the proposal', () => {
  const opened = openWindow();
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });
  const [begun, changed] = [begin(), editedBy(begin(), 'staff')];
  opened.receiveRides([changed]);
  const proposed = proposeMore(begun);
  const alsoProposed = proposeMore(changed);
  opened.receiveRides([proposed]);
  opened.receiveRides([alsoProposed]);

  opened.receiveRides([letLapse(proposed), letLapse(alsoProposed)]);

  dismiss();
  expect(shown()).toMatchObject({
    title: 'We changed your ride',
    action: { to: `/my-rides/${changed.id}` },
  });
  dismiss();
  expect(shown()).toBeNull();
});

test('a queued toast is not shown while the page is hidden, nor after notifyOfRides was aborted', () => {
  const opened = openWindow();
  const button = { label: 'Undo', onPress: () => {} };
  toast.success('Ride accepted!', undefined, button);
  opened.receiveRides([setOff()]);
  opened.receiveRides([setOff()]);
  show(false);
  dismiss();
  expect(shown()).toBeNull();

  show(true);
  expect(shown()?.title).toBe('Sam is on the way');
  opened.close();
  dismiss();
  expect(shown()).toBeNull();
});
