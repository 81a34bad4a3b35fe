import { expect, test } from 'vitest';
import { returnTimeProblem } from './return-trip.ts';

const NOW = new Date('2026-11-21T00:12:00Z');
const THERE = { scheduledDate: '2026-11-27', scheduledTime: '14:40', hours: null, stops: [] };

const problemOf = (scheduledDate: string, scheduledTime: string, stops: string[] = []) =>
  returnTimeProblem({ ...THERE, stops }, { scheduledDate, scheduledTime }, NOW);

test('a return ride must not begin before the planned end of the first ride', () => {
  expect(problemOf('2026-11-27', '15:25')).toBeNull();
  expect(problemOf('2026-11-30', '11:00')).toBeNull();
  expect(problemOf('2026-11-27', '15:24')).toBe(
    'The first ride lasts until about 3:25 PM on Fri 27 Nov. Please choose a later return time.',
  );
  expect(problemOf('2026-11-26', '23:00')).toContain('3:25 PM on Fri 27 Nov');
});

test('each stop makes the first ride of a return trip 15 minutes longer', () => {
  expect(problemOf('2026-11-27', '15:39', ['Sphere'])).toContain('3:40 PM');
  expect(problemOf('2026-11-27', '15:40', ['Sphere'])).toBeNull();
});

test('an hourly first ride of a return trip lasts its booked hours, whatever its stops', () => {
  const there = { ...THERE, hours: 3, stops: ['Sphere'] };
  const problem = (scheduledTime: string) =>
    returnTimeProblem(there, { scheduledDate: '2026-11-27', scheduledTime }, NOW);

  expect(problem('17:39')).toContain('5:40 PM on Fri 27 Nov');
  expect(problem('17:40')).toBeNull();
});

test.each([
  ['2026-11-20', '11:00', 'That pickup time has passed. Please choose a later one.'],
  ['2027-11-29', '11:00', 'Rides can be booked up to a year ahead.'],
  ['2027-03-14', '02:30', 'Clocks in Las Vegas skip that hour. Please choose another time.'],
  ['', '', 'Please choose a valid date and time.'],
])('a return on %s at %s is refused with the message of any invalid pickup time', (date, time, message) => {
  expect(problemOf(date, time)).toBe(message);
});
