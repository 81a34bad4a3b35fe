import { expect, test } from 'vitest';
import {
  composePublishedMessage,
  MESSAGE_FORMAT,
  readPublishedMessage,
  rideIdInText,
} from './published-message.ts';

const LINES = ['rider:r1 ride:changed {"id":"a b"}', 'trip:k1 trip:ended null'];
const READ = [
  { room: 'rider:r1', event: 'ride:changed', item: '{"id":"a b"}' },
  { room: 'trip:k1', event: 'trip:ended', item: 'null' },
];

test('a published message is read as it was composed', () => {
  const message = composePublishedMessage({ changedAt: 1_000, about: ['a1', '3'], lines: LINES });

  expect(readPublishedMessage(message)).toEqual({
    changedAt: 1_000,
    about: ['a1', '3'],
    isNewer: false,
    lines: READ,
  });
});

test('a message of release 0.1.0 has no line with a format', () => {
  expect(readPublishedMessage(['1000', ...LINES].join('\n'))).toMatchObject({ isNewer: false, lines: READ });
});

test('of a newer format, only what it is about is read', () => {
  const message = `1000\nformat ${MESSAGE_FORMAT + 1} a1 3\n{"views":{}}`;

  expect(readPublishedMessage(message)).toEqual({
    changedAt: 1_000,
    about: ['a1', '3'],
    isNewer: true,
    lines: [],
  });
});

test.each(['soon\nops board:changed {}', 'Infinity', '1000\nops', '1000\nops board:changed'])(
  'a malformed message is refused: %j',
  (message) => {
    expect(() => readPublishedMessage(message)).toThrow('malformed');
  },
);

test('the ride of a message is known even if the message cannot be read', () => {
  const rideId = 'a'.repeat(24);
  const message = composePublishedMessage({ changedAt: 1_000, about: [rideId, '3'], lines: ['no-item'] });

  expect(() => readPublishedMessage(message)).toThrow('malformed');
  expect(rideIdInText(message)).toBe(rideId);
});

test.each(['soon', `${'b'.repeat(24)} ${'c'.repeat(24)}`, ['1000', ...LINES].join('\n')])(
  'a message that is about no ride names none: %j',
  (message) => {
    expect(rideIdInText(message)).toBeUndefined();
  },
);
