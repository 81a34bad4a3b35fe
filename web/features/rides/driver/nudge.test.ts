import { expect, test } from 'vitest';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { nudgeOf } from './nudge.ts';

const AT = '2026-11-21T00:00:00.000Z';

/** Returns an instant on the pickup day in Las Vegas. The pickup is at 6:30 PM. */
const at = (time: string) => new Date(`2026-11-20T${time}:00-08:00`);

/** A start twenty minutes after the pickup time. */
const BEGUN_LATE = [{ change: 'in_progress' as const, at: at('18:50').toISOString(), version: 4 }];

test.each([
  ['long before', {}, '17:44', null],
  ['45 minutes before', {}, '17:45', "Pickup in 45 min. Press I'm on my way when you set off."],
  ['a minute before', {}, '18:29', "Pickup in 1 min. Press I'm on my way when you set off."],
  [
    'past the pickup',
    {},
    '18:30',
    "The pickup was at 6:30 PM. Press I'm on my way, or Arrived if you are there.",
  ],
  ['on the way', { enRouteAt: AT }, '18:29', null],
  [
    'on the way, late',
    { enRouteAt: AT },
    '18:30',
    'The pickup was at 6:30 PM. Press Arrived when you get there.',
  ],
  ['there', { enRouteAt: AT, arrivedAt: AT }, '18:40', null],
  ['under way', { status: 'in_progress' }, '19:14', null],
  [
    'past its end',
    { status: 'in_progress' },
    '19:15',
    'Planned until 7:15 PM. Press Complete Ride at the end.',
  ],
  [
    'by the hour, past its end',
    { status: 'in_progress', bookingType: 'hourly', hours: 4 },
    '22:31',
    'Planned until 10:30 PM. Press Complete Ride at the end.',
  ],
  ['begun late, past its planned end', { status: 'in_progress', history: BEGUN_LATE }, '19:34', null],
  [
    'begun late, past its end',
    { status: 'in_progress', history: BEGUN_LATE },
    '19:35',
    'Planned until 7:35 PM. Press Complete Ride at the end.',
  ],
  ['over', { status: 'completed' }, '23:00', null],
] as const)('the driver is nudged according to the ride’s progress: %s', (_when, ride, time, text) => {
  expect(nudgeOf(buildDriverRide(ride), at(time))?.text ?? null).toBe(text);
});
