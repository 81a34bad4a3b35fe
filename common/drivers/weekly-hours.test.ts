import { expect, test } from 'vitest';
import { hoursBeginAt, hoursBegunAt } from './weekly-hours.ts';

const FRIDAY_NIGHT = [{ weekday: 5, from: '18:00', to: '02:00' }];

test.each([
  ['2026-11-21T01:59:00Z', null],
  ['2026-11-21T02:00:00Z', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T09:59:00Z', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T10:00:00Z', null],
])('weekly hours that go past midnight belong to the day they begin on: at %s', (now, begun) => {
  expect(hoursBegunAt(FRIDAY_NIGHT, new Date(now))?.toISOString() ?? null).toBe(begun);
});

test('weekly hours use Las Vegas time on the day clocks go back', () => {
  const sunday = [{ weekday: 0, from: '08:00', to: '10:00' }];
  expect(hoursBegunAt(sunday, new Date('2026-11-01T16:30:00Z'))?.toISOString()).toBe(
    '2026-11-01T16:00:00.000Z',
  );
  expect(hoursBegunAt([], new Date())).toBeNull();
});

test.each([
  ['end', { weekday: 6, from: '18:00', to: '02:30' }, '2026-03-08T02:00:00.000Z', '2026-03-08T10:00:00.000Z'],
  [
    'begin',
    { weekday: 0, from: '02:30', to: '08:00' },
    '2026-03-08T10:00:00.000Z',
    '2026-03-08T15:00:00.000Z',
  ],
])(
  'weekly hours that %s in the hour skipped in spring do so at the moment it is skipped',
  (_which, hours, begins, ends) => {
    const begunAt = (at: string, ms: number) =>
      hoursBegunAt([hours], new Date(Date.parse(at) + ms))?.toISOString() ?? null;

    expect([begunAt(begins, -1), begunAt(begins, 0)]).toEqual([null, begins]);
    expect([begunAt(ends, -1), begunAt(ends, 0)]).toEqual([begins, null]);
  },
);

test.each([
  ['2026-11-21T01:59:00Z', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T02:00:00Z', '2026-11-22T21:00:00.000Z'],
  ['2026-11-22T21:00:00Z', '2026-11-28T02:00:00.000Z'],
])('the next shift is the one that begins first after now: at %s', (now, begins) => {
  const hours = [{ weekday: 0, from: '13:00', to: '20:00' }, ...FRIDAY_NIGHT];
  expect(hoursBeginAt(hours, new Date(now))?.toISOString()).toBe(begins);
});

test('a weekly shift that has just begun begins next in a week, and without weekly hours there is none', () => {
  expect(hoursBeginAt(FRIDAY_NIGHT, new Date('2026-11-21T02:00:00Z'))?.toISOString()).toBe(
    '2026-11-28T02:00:00.000Z',
  );
  expect(hoursBeginAt([], new Date())).toBeNull();
});
