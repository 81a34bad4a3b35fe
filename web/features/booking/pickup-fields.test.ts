import { expect, test } from 'vitest';
import { zoneNote } from './pickup-fields.tsx';

const inWinter = new Date('2026-11-21T17:00:00Z');

test.each([
  ['', 'Las Vegas time, PST'],
  ['2027-01-05', 'Las Vegas time, PST'],
  ['2027-07-05', 'Las Vegas time, PDT'],
])('the time zone note for the date “%s” is “%s”', (scheduledDate, note) => {
  expect(zoneNote({ scheduledDate, scheduledTime: '' }, inWinter)).toBe(note);
});

test.each([
  ['2026-11-01', '00:30', 'Las Vegas time, PDT'],
  ['2026-11-01', '09:00', 'Las Vegas time, PST'],
  ['2027-03-14', '00:30', 'Las Vegas time, PST'],
])(
  'on %s, a day with a clock change, the time zone note for %s is “%s”',
  (scheduledDate, scheduledTime, note) => {
    expect(zoneNote({ scheduledDate, scheduledTime }, inWinter)).toBe(note);
  },
);
