import { expect, test } from 'vitest';
import { annualEvents } from './surge-calendar.ts';

const datesOf = (name: string, year: number) =>
  annualEvents(year)
    .filter((day) => day.name === name)
    .map(({ date }) => date.slice(5));

test.each([
  ['CES', 2026, ['01-06', '01-07', '01-08', '01-09']],
  ['CES', 2025, ['01-07', '01-08', '01-09', '01-10']],
  ['Super Bowl weekend', 2024, ['02-09', '02-10', '02-11']],
  ['Super Bowl weekend', 2026, ['02-06', '02-07', '02-08']],
  ['Electric Daisy Carnival', 2025, ['05-16', '05-17', '05-18']],
  ['Electric Daisy Carnival', 2024, ['05-17', '05-18', '05-19']],
  ['Las Vegas Grand Prix', 2023, ['11-16', '11-17', '11-18']],
  ['Las Vegas Grand Prix', 2025, ['11-20', '11-21', '11-22']],
  ['Mexican Independence title fight', 2025, ['09-13']],
  ["New Year's Eve", 2026, ['12-31']],
])('%s of %i fell on the days the rule gives', (name, year, dates) => {
  expect(datesOf(name, year)).toEqual(dates);
});

test('no day has two entries of one tier', () => {
  for (let year = 2024; year < 2044; year += 1) {
    const keys = annualEvents(year).map(({ date, tier }) => `${date} ${tier}`);
    expect(new Set(keys).size, `${year}`).toBe(keys.length);
  }
});
