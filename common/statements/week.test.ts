import { expect, test } from 'vitest';
import { formatWeek, spanOfDay, spanOfWeek, weekAt, weekOf, weekSchema } from './week.ts';

const HOUR = 3_600_000;

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the date %s belongs to the week of %s', (day, week) => {
  expect(weekOf(day)).toBe(week);
});

test.each([
  ['2026-11-09', 168],
  // Clocks go back on Sunday, 1 November 2026, and forward on Sunday, 14 March 2027.
  ['2026-10-26', 169],
  ['2027-03-08', 167],
])('the week of %s has %i hours', (week, hours) => {
  const { from, to } = spanOfWeek(week);

  expect((to.getTime() - from.getTime()) / HOUR).toBe(hours);
  expect([weekAt(from), weekAt(new Date(to.getTime() - 1)), weekAt(to)]).toEqual([
    week,
    week,
    new Date(Date.parse(`${week}T00:00Z`) + 7 * 24 * HOUR).toISOString().slice(0, 10),
  ]);
});

test('weeks and days begin at midnight in Las Vegas', () => {
  expect(spanOfWeek('2026-11-16').from.toISOString()).toBe('2026-11-16T08:00:00.000Z');
  expect(spanOfDay('2026-11-01')).toEqual({
    from: new Date('2026-11-01T07:00Z'),
    to: new Date('2026-11-02T08:00Z'),
  });
});

test('weekSchema accepts only Mondays', () => {
  const isWeek = (day: string) => weekSchema.safeParse(day).success;

  expect(['2026-11-16', '2026-11-17', '2026-02-30', ''].map(isWeek)).toEqual([true, false, false, false]);
});

test.each([
  ['2026-11-09', 'Mon 9 to Sun 15 Nov'],
  ['2026-10-26', 'Mon 26 Oct to Sun 1 Nov'],
  ['2025-12-29', 'Mon 29 Dec 2025 to Sun 4 Jan'],
  ['2025-03-03', 'Mon 3 to Sun 9 Mar 2025'],
])('the week of %s is formatted as %s', (week, text) => {
  expect(formatWeek(week, new Date('2026-11-20T12:00Z'))).toBe(text);
});
