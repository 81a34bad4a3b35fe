import { expect, test } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildDriverRide, NOW } from '#web/testing/build-ride.ts';
import { journeyDone, timelineSteps } from './ride-timeline.tsx';

test('timeline steps are done, current or ahead, with today’s time or an earlier day', () => {
  const ride = buildDriverRide({
    history: [
      { change: 'requested', at: '2026-11-18T20:00:00.000Z', version: 1 },
      { change: 'paid', at: '2026-11-18T20:01:00.000Z', version: 2 },
      { change: 'accepted', at: '2026-11-21T00:12:00.000Z', version: 3 },
    ],
  });

  expect(timelineSteps(ride, NOW).map(({ label, state, when }) => [label, state, when])).toEqual([
    ['Requested', 'done', 'Wed 18 Nov'],
    ['Accepted', 'current', '4:12 PM'],
    ['In progress', 'ahead', null],
    ['Completed', 'ahead', null],
  ]);
});

test('a step without a recorded time is still done', () => {
  const steps = timelineSteps(buildDriverRide({ status: 'completed', history: [] }), NOW);
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'current']);
  expect(steps.every(({ when }) => when === null)).toBe(true);
});

test('a ride that is cancelled or has an unknown status has no timeline', () => {
  expect(timelineSteps(buildDriverRide({ status: 'cancelled' }), NOW)).toEqual([]);
  expect(timelineSteps(buildDriverRide({ status: 'no_show' as RideStatus }), NOW)).toEqual([]);
});

test('journeyDone grows with each step of a ride, and is zero for a cancelled ride', () => {
  const stamps = { enRouteAt: null, arrivedAt: null };
  const at = NOW.toISOString();
  const along = [
    { status: 'requested', ...stamps },
    { status: 'accepted', ...stamps },
    { status: 'accepted', ...stamps, enRouteAt: at },
    { status: 'accepted', ...stamps, enRouteAt: at, arrivedAt: at },
    { status: 'in_progress', ...stamps, enRouteAt: at, arrivedAt: at },
    { status: 'completed', ...stamps },
  ] as const;

  expect(along.map(journeyDone)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(journeyDone({ status: 'cancelled', ...stamps })).toBe(0);
});
