import { expect, test } from 'vitest';
import { ageInSentence, formatAge } from './format-age.ts';
import {
  addDays,
  dateInVegas,
  formatDay,
  formatTimeWithZone,
  isWeekend,
  pickupTimeProblem,
  toInstant,
} from './time.ts';

const now = new Date('2026-11-21T00:12:00Z'); // Friday 4:12 PM in Las Vegas

test('toInstant converts Las Vegas time in summer and winter', () => {
  expect(toInstant('2026-07-04', '18:30')?.toISOString()).toBe('2026-07-05T01:30:00.000Z');
  expect(toInstant('2026-11-20', '18:30')?.toISOString()).toBe('2026-11-21T02:30:00.000Z');
});

test('toInstant rejects the hour skipped in spring but accepts the minutes around it', () => {
  expect(toInstant('2027-03-14', '02:00')).toBeNull();
  expect(toInstant('2027-03-14', '02:59')).toBeNull();
  expect(toInstant('2027-03-14', '01:59')?.toISOString()).toBe('2027-03-14T09:59:00.000Z');
  expect(toInstant('2027-03-14', '03:00')?.toISOString()).toBe('2027-03-14T10:00:00.000Z');
});

test('toInstant reads the repeated hour in autumn as its first occurrence', () => {
  expect(toInstant('2026-11-01', '01:30')?.toISOString()).toBe('2026-11-01T08:30:00.000Z');
  expect(toInstant('2026-11-01', '02:00')?.toISOString()).toBe('2026-11-01T10:00:00.000Z');
});

test.each([
  ['2026-02-29', '10:00'],
  ['2026-13-01', '10:00'],
  ['2026-06-31', '10:00'],
  ['2026-06-30', '24:00'],
  ['2026-6-3', '10:00'],
  ['tomorrow', 'noon'],
])('%s %s is not a valid date and time', (date, time) => {
  expect(toInstant(date, time)).toBeNull();
  expect(pickupTimeProblem(date, time, now)).toBe('Please choose a valid date and time.');
});

test('dateInVegas returns the date in Las Vegas, not in UTC', () => {
  expect(dateInVegas(now)).toBe('2026-11-20');
});

test('a pickup must be in the future and at most a year ahead', () => {
  expect(pickupTimeProblem('2026-11-20', '16:12', now)).toBe(
    'That pickup time has passed. Please choose a later one.',
  );
  expect(pickupTimeProblem('2026-11-20', '16:13', now)).toBeNull();
  expect(pickupTimeProblem('2027-11-20', '23:59', now)).toBeNull();
  expect(pickupTimeProblem('2027-11-21', '00:00', now)).toBe('Rides can be booked up to a year ahead.');
  expect(pickupTimeProblem('2027-03-14', '02:30', now)).toBe(
    'Clocks in Las Vegas skip that hour. Please choose another time.',
  );
});

test('the weekend is Friday, Saturday and Sunday', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => isWeekend(addDays('2026-11-16', days)));
  expect(week).toEqual([false, false, false, false, true, true, true]);
});

test('times, days and ages are formatted for Las Vegas', () => {
  expect(formatTimeWithZone(now)).toBe('4:12 PM PST');
  expect(formatDay(now, now)).toBe('Fri 20 Nov');
  expect(formatDay(new Date('2027-01-02T20:00:00Z'), now)).toBe('Sat 2 Jan 2027');
  expect(formatAge(new Date(now.getTime() - 59_000), now)).toBe('Just now');
  expect(formatAge(new Date(now.getTime() - 60_000), now)).toBe('1 minute ago');
  expect(formatAge(new Date(now.getTime() - 7_200_000), now)).toBe('2 hours ago');
});

test('within a sentence an age below one minute is in lower case, and a day keeps its capitals', () => {
  expect(ageInSentence(new Date(now.getTime() - 59_000), now)).toBe('just now');
  expect(ageInSentence(new Date(now.getTime() - 60_000), now)).toBe('1 minute ago');
  expect(ageInSentence(new Date(now.getTime() - 86_400_000), now)).toBe('Thu 19 Nov');
});

test.each(['0000-01-03', '9999-12-31'])(
  'toInstant rejects a day at either end of the four-digit years: %s',
  (day) => {
    expect(toInstant(day, '00:00')).toBeNull();
  },
);
