import { expect, test } from 'vitest';
import { dayAfterKey, dayRange, isMonth, monthName, shiftMonth, weeksOf } from './month-days.ts';

test('a month is laid out in whole weeks that start on Sunday', () => {
  const weeks = weeksOf('2026-12');

  expect(weeks).toHaveLength(5);
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-11-29', '2027-01-02']);
  // February 2026 begins on a Sunday and ends on a Saturday.
  expect(weeksOf('2026-02')).toHaveLength(4);
});

test('moving by a month crosses the year, and invalid months are recognized', () => {
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(monthName('2026-12')).toBe('December 2026');
  expect(['2026-12', '2026-13', 'now', null].map(isMonth)).toEqual([true, false, false, false]);
});

test.each([
  ['ArrowLeft', '2026-12-01', '2026-11-30'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-12-05', '2026-11-28'],
  ['ArrowDown', '2026-12-05', '2026-12-12'],
  ['Home', '2026-12-05', '2026-11-29'],
  ['End', '2026-12-01', '2026-12-05'],
  ['PageUp', '2026-12-31', '2026-11-30'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['x', '2026-12-05', null],
])('the key %s moves from %s to %s', (key, from, to) => {
  expect(dayAfterKey(key, from)).toBe(to);
});

test.each([
  ['2026-12-05', '2026-12-05', 'Sat 5 Dec'],
  ['2027-01-05', '2027-01-08', '5 to 8 Jan'],
  ['2026-12-30', '2027-01-02', '30 Dec to 2 Jan'],
])('the days %s to %s are written as %s', (first, last, text) => {
  expect(dayRange(first, last)).toBe(text);
});
