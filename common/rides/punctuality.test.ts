import { expect, test } from 'vitest';
import { creditedMinutes, driverDelay, wasNotifiedOfSearch } from './punctuality.ts';

const NOW = new Date('2026-11-21T02:30:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const accepted = { status: 'accepted' as const, enRouteAt: null, arrivedAt: null };

test.each([
  [31, {}, null],
  [30, {}, 'not-on-the-way'],
  [1, { enRouteAt: inMinutes(-5) }, null],
  [0, {}, 'late'],
  [-3, { enRouteAt: inMinutes(-20) }, 'late'],
  [-3, { arrivedAt: inMinutes(-1) }, null],
  [20, { arrivedAt: inMinutes(-1) }, null],
  [-3, { status: 'in_progress' as const }, null],
  [20, { status: 'requested' as const }, null],
])('%d minutes before pickup, a ride with %o has the driver delay %s', (ahead, ride, delay) => {
  expect(driverDelay({ ...accepted, scheduledAt: inMinutes(ahead), ...ride }, NOW)).toBe(delay);
});

test('lateness is credited in full minutes from ten minutes on, and not without an arrival', () => {
  const ride = { scheduledAt: inMinutes(0), history: [{ change: 'paid', at: inMinutes(-60) }] } as const;
  const arrived = (minutes: number) => ({ ...ride, arrivedAt: inMinutes(minutes) });

  expect([-5, 9.9, 10, 14.9].map((minutes) => creditedMinutes(arrived(minutes)))).toEqual([
    null,
    null,
    10,
    14,
  ]);
  expect(creditedMinutes({ ...ride, arrivedAt: null })).toBeNull();
});

test('lateness of a ride paid late counts from ten minutes after the payment', () => {
  const paid = (at: number, arrived: number) => ({
    ...{ scheduledAt: inMinutes(0), arrivedAt: inMinutes(arrived) },
    history: [{ change: 'paid', at: inMinutes(at) }] as const,
  });

  expect(creditedMinutes(paid(15, 34.9))).toBeNull();
  expect(creditedMinutes(paid(15, 36))).toBe(11);
  expect(creditedMinutes(paid(-4, 14))).toBeNull();
  expect(creditedMinutes(paid(-10, 14))).toBe(14);
});

test('lateness counts from when the rider paid, not from when that was recorded', () => {
  const ride = {
    ...{ scheduledAt: inMinutes(0), arrivedAt: inMinutes(29) },
    history: [{ change: 'paid', at: inMinutes(10) }] as const,
  };

  expect(creditedMinutes({ ...ride, paidAt: inMinutes(-40) })).toBe(29);
  expect(creditedMinutes({ ...ride, paidAt: inMinutes(8) })).toBe(11);
  expect(creditedMinutes(ride)).toBeNull();
});

const notice = { change: 'still_searching', at: inMinutes(0) } as const;
const edited = { change: 'edited', at: inMinutes(1) } as const;
const [taken, lost] = [
  { change: 'accepted', at: inMinutes(2) },
  { change: 'given_back', at: inMinutes(3) },
] as const;
const notifiedBefore = { ...notice, at: inMinutes(-24 * 60) };

test.each([
  ['told', 50, [notice], true],
  ['never told', 50, [], false],
  ['moved out of that hour since', 24 * 60, [notice, edited], false],
  ['told again after that', 50, [notifiedBefore, edited, notice], true],
  ['changed since, and within it still', 50, [notice, edited], true],
  ['a driver lost since', 50, [notice, taken, lost], false],
  ['told again after that loss', 50, [notice, taken, lost, notice], true],
])(
  'the rider counts as notified of the search if notified for the current pickup hour: %s',
  (_how, ahead, history, isNotified) => {
    expect(wasNotifiedOfSearch({ history }, new Date(inMinutes(ahead)))).toBe(isNotified);
  },
);
