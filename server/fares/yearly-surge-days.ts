import type { SurgeDay } from '#common/fares/surge.ts';
import { addDays } from '#common/time.ts';

const weekdayOf = (date: string) => new Date(`${date}T00:00Z`).getUTCDay();

/** The nth (1 to 4) given weekday of a month, YYYY-MM-DD; months count from 1, Sunday is 0. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const untilWeekday = (weekday - weekdayOf(first) + 7) % 7;
  return addDays(first, untilWeekday + 7 * (nth - 1));
}

const span = (first: string, days: number) =>
  Array.from({ length: days }, (_, index) => addDays(first, index));

/**
 * The days of a year on which the town is always full, by rule rather than by announcement: a calendar to begin with, which
 * operations then edit. The two fight nights stand for the holiday weekends on which title fights are usually held.
 */
export function yearlySurgeDays(year: number): SurgeDay[] {
  const special = (name: string, dates: string[]): SurgeDay[] =>
    dates.map((date) => ({ date, tier: 'special-event', name }));
  const fight = (date: string): SurgeDay => ({ date, tier: 'fight-night', name: 'Title fight weekend' });

  return [
    ...special('Electronics show week', span(nthWeekday(year, 1, 2, 1), 4)),
    ...special('Football final', [nthWeekday(year, 2, 0, 2)]),
    fight(nthWeekday(year, 5, 6, 1)),
    ...special('Electric festival', span(nthWeekday(year, 5, 5, 3), 3)),
    ...special('Independence Day', [`${year}-07-04`]),
    fight(nthWeekday(year, 9, 6, 2)),
    ...special('Grand Prix weekend', span(nthWeekday(year, 11, 4, 3), 3)),
    ...special('New Year’s Eve', [`${year}-12-31`]),
  ];
}
