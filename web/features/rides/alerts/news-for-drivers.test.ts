// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import { buildDriverRide, NOW } from '#web/testing/build-ride.ts';
import { dismiss, goTo, openWindow, setOff, shown, standOnAbout } from './testing/followed-window.ts';

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
])('whether a driver on %s is told here of a ride that they lose: %s', (path, isTold) => {
  goTo(path);

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
  dismiss();
  news.receiveRides([{ ...completed, version: 6, completedBy: 'staff' }]);
  expect(shown()).toMatchObject({
    title: 'Dispatch completed your ride',
    description: expect.stringMatching(/Your share: \$\d+\.\d\d\.$/),
    action: { to: '/driver-rides' },
  });

  dismiss();
  news.receiveRemoved([{ id: 'e'.repeat(24), version: 5, reason: 'reassigned' }]);
  expect(shown()?.description).toBe('Dispatch gave one of your rides to another driver.');
  dismiss();
  news.receiveRemoved([
    { id: 'e'.repeat(24), version: 5, reason: 'reassigned' },
    { id: 'f'.repeat(24), version: 5, reason: 'given_back' },
  ]);
  goTo('/driver');
  news.receiveRides([{ ...lost, id: 'c'.repeat(24) }]);
  expect(shown()).toBeNull();
});
