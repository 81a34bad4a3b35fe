import { expect, test } from 'vitest';
import { formatWhen } from './format-date-time.ts';

const NOW = new Date('2026-11-26T15:28:00Z');

test.each([
  ['2026-11-26T16:30:00Z', 'at 8:30 AM'],
  ['2026-11-27T07:30:00Z', 'at 11:30 PM'],
  ['2026-11-27T08:30:00Z', 'on Fri 27 Nov, 12:30 AM'],
  ['2027-01-02T03:30:00Z', 'on Fri 1 Jan 2027, 7:30 PM'],
])('an instant is formatted with its preposition: %s, %s', (at, words) => {
  expect(formatWhen(new Date(at), NOW)).toBe(words);
});
