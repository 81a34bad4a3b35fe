import { expect, test } from 'vitest';
import { ANNOUNCEMENT_FORMAT, composeAnnouncement, readAnnouncement } from './announcement.ts';

const LINES = ['rider:r1 ride:changed {"id":"a b"}', 'trip:k1 trip:ended null'];
const READ = [
  { room: 'rider:r1', event: 'ride:changed', item: '{"id":"a b"}' },
  { room: 'trip:k1', event: 'trip:ended', item: 'null' },
];

test('an announcement is read as it was composed', () => {
  const message = composeAnnouncement({ changedAt: 1_000, about: ['a1', '3'], lines: LINES });

  expect(readAnnouncement(message)).toEqual({
    changedAt: 1_000,
    about: ['a1', '3'],
    isNewer: false,
    lines: READ,
  });
});

test('an announcement of release 0.1.0 has no line with a format', () => {
  expect(readAnnouncement(['1000', ...LINES].join('\n'))).toMatchObject({ isNewer: false, lines: READ });
});

test('of a newer format, only what it is about is read', () => {
  const message = `1000\nformat ${ANNOUNCEMENT_FORMAT + 1} a1 3\n{"views":{}}`;

  expect(readAnnouncement(message)).toEqual({
    changedAt: 1_000,
    about: ['a1', '3'],
    isNewer: true,
    lines: [],
  });
});

test.each(['soon\nops board:changed {}', 'Infinity', '1000\nops', '1000\nops board:changed'])(
  'a malformed announcement is refused: %j',
  (message) => {
    expect(() => readAnnouncement(message)).toThrow('malformed');
  },
);
