import ical, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { type CalendarEvent, writeCalendarFile } from './calendar-file.ts';

const EVENT: CalendarEvent = {
  uid: 'ride-1@marquee',
  sequence: 4,
  changedAt: new Date('2026-11-20T20:00:00Z'),
  date: '2026-11-27',
  time: '19:30',
  minutes: 180,
  title: 'Marquee, Lux Sedan',
  place: 'Bellagio',
  description: 'From: Bellagio',
};

/** Parses a file's only entry with another library. */
function read(event: Partial<CalendarEvent> = {}, method: 'PUBLISH' | 'REQUEST' | 'CANCEL' = 'PUBLISH') {
  const file = writeCalendarFile(method, [{ ...EVENT, ...event }]);
  const entries = Object.values(ical.sync.parseICS(file)).filter((entry) => entry?.type === 'VEVENT');
  expect(entries).toHaveLength(1);
  return { file, entry: entries[0] as VEvent };
}

test.each([
  ['in winter', '2026-11-27', '19:30', 180, '2026-11-28T03:30:00Z', '2026-11-28T06:30:00Z'],
  ['in summer', '2027-07-04', '21:00', 45, '2027-07-05T04:00:00Z', '2027-07-05T04:45:00Z'],
  [
    'through the hour that is skipped',
    '2027-03-14',
    '01:30',
    120,
    '2027-03-14T09:30:00Z',
    '2027-03-14T11:30:00Z',
  ],
  ['on the day after that hour', '2027-03-14', '08:00', 60, '2027-03-14T15:00:00Z', '2027-03-14T16:00:00Z'],
  [
    'through the hour that comes twice',
    '2026-11-01',
    '00:30',
    180,
    '2026-11-01T07:30:00Z',
    '2026-11-01T10:30:00Z',
  ],
  ['on the day after that', '2026-11-01', '09:00', 90, '2026-11-01T17:00:00Z', '2026-11-01T18:30:00Z'],
])('a ride %s begins and ends at the right instants', (_when, date, time, minutes, start, end) => {
  const { entry } = read({ date, time, minutes });
  expect([entry.start, entry.end].map((at) => at && new Date(at).toISOString())).toEqual(
    [start, end].map((at) => new Date(at).toISOString()),
  );
  expect(entry.start.tz).toBe('America/Los_Angeles');
});

test('user text cannot end its line or the calendar entry, and no line is longer than 75 bytes', () => {
  const place = `Café "Ö", 3600; S\\Las Vegas\r\nEND:VEVENT\r\nBEGIN:VALARM ${'é🎉 '.repeat(60)}`;
  const { file, entry } = read({ place, description: `${place}\n${place}` });

  expect(entry.location).toBe(place.replaceAll('\r\n', '\n'));
  expect(file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(file.match(/END:VEVENT\r\n/g)).toHaveLength(1);
  expect(file).not.toContain('\r\nBEGIN:VALARM');
});

test('an updated or cancelled calendar entry keeps its uid and has a higher sequence', () => {
  const people = {
    organizer: { name: 'Marquee', address: 'hello@marquee.example' },
    attendee: 'robin@example.com',
  };
  const [first, moved, cancelled] = [
    read({ people }, 'REQUEST'),
    read({ people, sequence: 7, time: '20:00' }, 'REQUEST'),
    read({ people, sequence: 9, isCancelled: true }, 'CANCEL'),
  ];

  expect([first, moved, cancelled].map(({ entry }) => [entry.uid, entry.sequence, entry.status])).toEqual([
    ['ride-1@marquee', '4', 'CONFIRMED'],
    ['ride-1@marquee', '7', 'CONFIRMED'],
    ['ride-1@marquee', '9', 'CANCELLED'],
  ]);
  expect([first, cancelled].map(({ file }) => /METHOD:(\w+)/.exec(file)?.[1])).toEqual(['REQUEST', 'CANCEL']);
  expect(first.entry).toMatchObject({
    organizer: { params: { CN: 'Marquee' }, val: 'mailto:hello@marquee.example' },
    attendee: { val: 'mailto:robin@example.com' },
  });
});
