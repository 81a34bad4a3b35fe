import { expect, test } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import { buildStaffRide, NOW } from '#web/testing/build-ride.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { formatBoardPickup, formatDriver, formatSpan, formatStatus, shareGone } from './format-board-ride.ts';

const MINUTE = 60_000;

test('a pickup is described by its time and how far away it is', () => {
  const words = (overrides: Parameters<typeof buildStaffRide>[0]) =>
    formatBoardPickup(buildStaffRide(overrides), NOW);
  expect(words({ scheduledTime: '17:00' })).toEqual({ time: '5:00 PM', note: 'in 48 min' });
  expect(words({ scheduledTime: '17:15' })).toEqual({ time: '5:15 PM', note: 'in 1 h 03' });
  expect(words({ scheduledTime: '16:05', status: 'accepted' })).toEqual({
    time: '4:05 PM',
    note: '7 min ago',
  });
  expect(words({ scheduledTime: '15:30', status: 'in_progress', hours: 3 })).toMatchObject({
    note: 'to 6:30',
  });
  const history = [{ change: 'in_progress' as const, at: '2026-11-20T23:50:00.000Z', version: 4 }];
  expect(words({ scheduledTime: '15:30', status: 'in_progress', hours: 3, history })).toMatchObject({
    note: 'to 6:50',
  });
  expect(words({ scheduledTime: '14:30', status: 'completed' })).toEqual({ time: '2:30 PM', note: null });
  expect(words({ scheduledDate: '2026-11-21', scheduledTime: '19:30' }).time).toBe('Sat 7:30 PM');
  expect(words({ scheduledDate: '2026-11-23', scheduledTime: '07:15' }).time).toBe('Mon 23 Nov 7:15 AM');
  expect(words({ scheduledDate: '2027-01-14', scheduledTime: '10:00' }).time).toBe('Thu 14 Jan 10:00 AM');
  expect(words({ scheduledDate: '2025-12-31', scheduledTime: '10:00' }).time).toBe(
    'Wed 31 Dec 2025 10:00 AM',
  );
});

test('a duration is written in minutes, hours or days', () => {
  expect([26, 310, 2_880].map((minutes) => formatSpan(minutes * MINUTE))).toEqual([
    '26 min',
    '5 h 10',
    '2 d',
  ]);
});

test('the status says how long a ride has had no driver, as urgent within an hour of pickup', () => {
  expect(formatStatus(buildStaffRide(), undefined, NOW)).toMatchObject({
    label: 'Requested',
    age: '1 min',
    isAgeUrgent: false,
  });
  const soon = buildStaffRide({ scheduledTime: '17:00' });
  expect(formatStatus(soon, undefined, NOW).isAgeUrgent).toBe(true);
  expect(formatDriver(soon, undefined, NOW)).toEqual({ name: 'Unassigned', tone: 'danger' });
  expect(formatStatus(soon, buildAlert(soon.id), NOW)).toMatchObject({
    tone: 'danger',
    label: 'Not accepted',
  });
  expect(formatStatus(buildStaffRide({ paymentStatus: 'pending' }), undefined, NOW).label).toBe(
    'Awaiting payment',
  );
});

test('the status of an accepted ride says what its driver has reported', () => {
  const label = (overrides: Parameters<typeof buildStaffRide>[0]) =>
    formatStatus(buildStaffRide({ status: 'accepted', ...overrides }), undefined, NOW).label;
  const enRouteAt = '2026-11-21T00:01:00.000Z';

  expect(label({})).toBe('Accepted');
  expect(label({ enRouteAt })).toBe('On the way');
  expect(label({ enRouteAt, arrivedAt: '2026-11-21T00:10:00.000Z' })).toBe('Arrived');
  expect(label({ enRouteAt, status: 'in_progress' })).toBe('In progress');

  const history = [
    { change: 'accepted' as const, at: enRouteAt, version: 3 },
    { change: 'en_route' as const, at: new Date(NOW.getTime() - MINUTE / 2).toISOString(), version: 4 },
  ];
  const setOff = buildStaffRide({ status: 'accepted', enRouteAt, history });
  expect(formatStatus(setOff, undefined, NOW).age).toBe('just now');
});

test('the age of an offer counts from when the ride was last given back or unassigned', () => {
  const { history } = buildStaffRide();
  const cameBack = (change: 'given_back' | 'unassigned', minutesAgo: number) => {
    const at = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE).toISOString();
    const before = history.map((entry) => ({ ...entry, at: at(2_880) }));
    const since = [
      { change: 'accepted' as const, at: at(1_440), version: 3 },
      { change, at: at(minutesAgo), version: 4 },
    ];
    return formatStatus(buildStaffRide({ history: [...before, ...since] }), undefined, NOW).age;
  };

  expect([cameBack('given_back', 5), cameBack('unassigned', 70)]).toEqual(['5 min', '1 h 10']);
});

test('a bank inquiry is not labelled as a dispute when it opens or closes', () => {
  const label = (overrides: Partial<Alert>) => {
    const ride = buildStaffRide();
    return formatStatus(ride, buildAlert(ride.id, overrides), NOW).label;
  };
  const payment = { amountCents: 3_358, reason: 'warning_closed', answerBy: null };
  expect(label({ kind: 'inquiry-opened' })).toBe('Bank inquiry');
  expect(label({ kind: 'dispute-opened' })).toBe('Payment disputed');
  expect(label({ kind: 'dispute-closed', payment })).toBe('Inquiry closed');
});

test('the elapsed share of a ride never exceeds 1', () => {
  const ride = buildStaffRide({ status: 'in_progress', hours: 2, scheduledTime: '15:12' });
  expect(shareGone(ride, NOW)).toBeCloseTo(0.5);
  expect(shareGone(ride, new Date(NOW.getTime() + 600 * MINUTE))).toBe(1);
});
