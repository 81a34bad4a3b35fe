import { expect, test } from 'vitest';
import { yearlySurgeDays } from './yearly-surge-days.ts';

const datesOf = (year: number, name: string) =>
  yearlySurgeDays(year)
    .filter((day) => day.name === name)
    .map((day) => day.date);

test('the rules find the days of a known year', () => {
  expect(datesOf(2026, 'Grand Prix weekend')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(datesOf(2026, 'Football final')).toEqual(['2026-02-08']);
  expect(datesOf(2027, 'Title fight weekend')).toEqual(['2027-05-01', '2027-09-11']);
  expect(datesOf(2027, 'New Year’s Eve')).toEqual(['2027-12-31']);
});

test('no day has the same tier twice', () => {
  for (const year of [2026, 2027, 2028]) {
    const keys = yearlySurgeDays(year).map((day) => `${day.date} ${day.tier}`);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
