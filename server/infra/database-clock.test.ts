import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { withWrongClock } from '../testing/with-wrong-clock.ts';
import { databaseClock, newObjectId } from './database-clock.ts';

setUpTestDatabase();

const HOUR_MS = 3_600_000;

/** Deviation of a clock in whole minutes, so that delays between two readings do not matter. */
const minutesOff = (clockMs: number, ownMs = Date.now()) => Math.round((clockMs - ownMs) / 60_000) + 0;

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('a process whose clock is set %s keeps the database’s time at once', async (_how, byMs) => {
  const right = Date.now();

  const read = await withWrongClock(byMs, async () => [
    databaseClock.nowMs(),
    databaseClock.now().getTime(),
    newObjectId().getTimestamp().getTime(),
  ]);

  expect(read.map((each) => minutesOff(each, right))).toEqual([0, 0, 0]);
});

test('a clock that is off by less than a second is used without correction', async () => {
  const [own, read] = await withWrongClock(500, async () => [Date.now(), databaseClock.nowMs()]);

  expect(read).toBe(own);
});

/** Simulates a heartbeat of the driver with this database time. */
const beat = (localTime: number, isWritablePrimary = true) =>
  mongoose.connection.getClient().emit('serverHeartbeatSucceeded', {
    reply: { isWritablePrimary, localTime: new Date(localTime) },
  } as never);

test('late readings and readings of a secondary are ignored, while the primary’s clock is followed', () => {
  for (let count = 0; count < 4; count += 1) beat(Date.now() - HOUR_MS);
  for (let count = 0; count < 5; count += 1) beat(Date.now() + HOUR_MS, false);
  expect(minutesOff(databaseClock.nowMs())).toBe(0);

  beat(Date.now() + HOUR_MS);
  expect(minutesOff(databaseClock.nowMs())).toBe(60);

  for (let count = 0; count < 5; count += 1) beat(Date.now());
  expect(minutesOff(databaseClock.nowMs())).toBe(0);
});
