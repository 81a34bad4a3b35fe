import { expect, test } from 'vitest';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { dayRows, hoursOf, windowOfDay } from './day-rows.ts';

const DATE = '2026-11-20';
const HOUR_MS = 3_600_000;

interface Rows {
  details?: Partial<StaffDriver>;
  isOnDuty?: boolean;
  date?: string;
}

function rowsOf(rides: readonly StaffRide[], { details = {}, isOnDuty = true, date = DATE }: Rows = {}) {
  const window = windowOfDay(date);
  if (!window) throw new Error('no day');
  const driver = { id: DRIVER_ID, name: 'Sam Ortega', isOnDuty, state: 'active' as const, vehicles: [] };
  const known = new Map([[DRIVER_ID, buildStaffDriver({ id: DRIVER_ID, ...details })]]);
  return { window, ...dayRows({ drivers: [driver], details: known, rides, date, window, now: NOW }) };
}

/** The driver's time off duty, in hours from midnight. */
const offDuty = (details: Partial<StaffDriver>, of: Omit<Rows, 'details'> = {}) => {
  const { window, rows } = rowsOf([], { details, ...of });
  return rows[0]?.offDuty.map(({ startMs, endMs }) => [
    (startMs - window.startMs) / HOUR_MS,
    (endMs - window.startMs) / HOUR_MS,
  ]);
};

test('a ride is in its driver’s row or unassigned; unpaid, cancelled and other days’ rides are left out', () => {
  const mine = buildStaffRide({ status: 'accepted', driverId: DRIVER_ID });
  const free = buildStaffRide();
  const none = [
    buildStaffRide({ paymentStatus: 'pending' }),
    buildStaffRide({ status: 'cancelled', driverId: DRIVER_ID }),
    buildStaffRide({ scheduledDate: '2026-11-22' }),
  ];

  const { unassigned, rows } = rowsOf([mine, free, ...none]);

  expect(unassigned.map(({ ride }) => ride.id)).toEqual([free.id]);
  expect(rows[0]?.rides.map(({ ride }) => ride.id)).toEqual([mine.id]);
});

test('a day runs into the next morning, with an hour more when the clocks go back', () => {
  const night = buildStaffRide({ scheduledDate: '2026-11-21', scheduledTime: '01:00' });

  const { window, unassigned } = rowsOf([night]);

  expect(unassigned).toHaveLength(1);
  expect(hoursOf(window)).toHaveLength(31);
  const autumn = windowOfDay('2026-11-01');
  expect(autumn && hoursOf(autumn)).toHaveLength(32);
  expect(windowOfDay('2026-02-30')).toBeNull();
});

test('off-duty time is outside the weekly hours, or the whole day for an off-duty driver without hours', () => {
  const evenings = [
    { weekday: 4, from: '20:00', to: '02:00' },
    { weekday: 5, from: '16:00', to: '02:00' },
  ];

  expect(offDuty({ weeklyHours: evenings })).toEqual([
    [2, 16],
    [26, 30],
  ]);
  expect(offDuty({ weeklyHours: [] }, { isOnDuty: false })).toEqual([[0, 30]]);
  expect(offDuty({ weeklyHours: [] })).toEqual([]);
});

test('duty hours that end in the hour skipped in spring end when the clocks go forward', () => {
  const nights = [{ weekday: 6, from: '18:00', to: '02:30' }];

  expect(offDuty({ weeklyHours: nights }, { date: '2026-03-08' })).toEqual([[2, 29]]);
});
