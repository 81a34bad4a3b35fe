import { expect, test } from 'vitest';
import { zoneNote } from './pickup-fields.tsx';

const inWinter = new Date('2026-11-21T17:00:00Z');

test.each([
  ['', 'Las Vegas time, PST'],
  ['2027-01-05', 'Las Vegas time, PST'],
  ['2027-07-05', 'Las Vegas time, PDT'],
])('the clock of "%s" is %s', (scheduledDate, note) => {
  expect(zoneNote({ scheduledDate }, inWinter)).toBe(note);
});
