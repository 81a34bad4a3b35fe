import { expect, test } from 'vitest';
import { annualEvents } from './annual-events.ts';

const datesOf = (name: string, year: number) =>
  annualEvents(year)
    .filter((event) => event.name === name)
    .map(({ firstDay, lastDay }) => `${firstDay.slice(5)} ${lastDay.slice(5)}`);

test.each([
  ['CES', 2026, ['01-06 01-09']],
  ['CES', 2025, ['01-07 01-10']],
  ['Super Bowl weekend', 2024, ['02-09 02-11']],
  ['Super Bowl weekend', 2026, ['02-06 02-08']],
  ['Electric Daisy Carnival', 2025, ['05-16 05-18']],
  ['Electric Daisy Carnival', 2024, ['05-17 05-19']],
  ['Las Vegas Grand Prix', 2023, ['11-16 11-18']],
  ['Las Vegas Grand Prix', 2025, ['11-20 11-22']],
  ['Mexican Independence title fight', 2025, ['09-13 09-13']],
  ["New Year's Eve", 2026, ['12-31 12-31']],
])('the rule for %s gives the right days for %i', (name, year, dates) => {
  expect(datesOf(name, year)).toEqual(dates);
});

test('no two annual events of a year begin on the same day', () => {
  for (let year = 2024; year < 2044; year += 1) {
    const firstDays = annualEvents(year).map(({ firstDay }) => firstDay);
    expect(new Set(firstDays).size, `${year}`).toBe(firstDays.length);
  }
});
