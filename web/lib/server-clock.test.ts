import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordServerDate, serverNow } from './server-clock.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  recordServerDate(NOON.toUTCString());
});
afterEach(() => {
  vi.useRealTimers();
});

test('a browser clock that is hours off is corrected by the server date', () => {
  recordServerDate('Sat, 21 Nov 2026 09:00:00 GMT');
  expect(serverNow()).toEqual(new Date('2026-11-21T09:00:00.000Z'));

  vi.advanceTimersByTime(90_000);
  expect(serverNow()).toEqual(new Date('2026-11-21T09:01:30.000Z'));
});

test.each([
  ['that is right but for the way of the answer', 'Sat, 21 Nov 2026 11:59:56 GMT'],
  ['nobody has told', null],
  ['told in a way that cannot be read', 'yesterday'],
])('a missing, invalid or nearly equal server date leaves the clock unchanged: %s', (_what, date) => {
  recordServerDate(date);
  expect(serverNow()).toEqual(NOON);
});
