import { expect, test } from 'vitest';
import { formatTime } from '#common/time.ts';
import { buildDriverRide, buildOffer } from '#web/testing/build-ride.ts';
import { leaveBy, soonestFirst } from './planned-time.ts';

test('leaveBy subtracts the drive from the pickup time, and soonestFirst sorts by pickup', () => {
  expect(formatTime(leaveBy(buildDriverRide({ scheduledTime: '19:30' })))).toBe('7:15 PM');
  const [late, soon] = [buildOffer({ scheduledDate: '2026-11-21' }), buildOffer()];
  expect(soonestFirst([late, soon], (each) => each)).toEqual([soon, late]);
});
