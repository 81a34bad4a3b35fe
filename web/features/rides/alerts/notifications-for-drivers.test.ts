// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import { buildDriverRide, NOW } from '#web/testing/build-ride.ts';
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

beforeEach(standOnAbout);

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
