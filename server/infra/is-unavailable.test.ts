import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { isUnavailable } from './is-unavailable.ts';

const { MongoServerError } = mongoose.mongo;

test.each([
  ['ShutdownInProgress', 91],
  ['PrimarySteppedDown', 189],
  ['LegacyNotPrimary', 10058],
  ['NotWritablePrimary', 10107],
  ['InterruptedAtShutdown', 11600],
  ['InterruptedDueToReplStateChange', 11602],
  ['NotPrimaryNoSecondaryOk', 13435],
  ['NotPrimaryOrSecondary', 13436],
  ['WriteConcernTimeout', 64],
  ['ReadConcernMajorityNotAvailableYet', 134],
  ['SnapshotUnavailable', 246],
  ['OutOfDiskSpace', 14031],
])('MongoDB is unavailable when it answers %s', (codeName, code) => {
  expect(isUnavailable(new MongoServerError({ code, codeName, errmsg: codeName }))).toBe(true);
});

test.each([
  'MongoServerSelectionError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoWaitQueueTimeoutError',
])('MongoDB is unavailable when the driver throws %s', (name) => {
  expect(isUnavailable(Object.assign(new Error('away'), { name }))).toBe(true);
});

test('a MongoDB error labeled as retryable counts as unavailable, whatever its code', () => {
  const error = new MongoServerError({ code: 4242, errmsg: 'away', errorLabels: ['RetryableWriteError'] });

  expect(isUnavailable(error)).toBe(true);
});

test.each(['This socket has been ended by the other party', 'write EPIPE', 'read ECONNRESET'])(
  'MongoDB is unavailable when its connection fails with: %s',
  (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  },
);

test.each([
  'LOADING Redis is loading the dataset in memory',
  "OOM command not allowed when used memory > 'maxmemory'.",
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
  "READONLY You can't write against a read only replica.",
])('Redis is unavailable when it answers %s', (message) => {
  expect(isUnavailable(Object.assign(new Error(message), { name: 'ReplyError' }))).toBe(true);
});

test.each([
  new MongoServerError({ code: 11_000, errmsg: 'E11000 duplicate key' }),
  new MongoServerError({ code: 2, errmsg: 'unknown operator' }),
  Object.assign(new Error('WRONGTYPE Operation against a key'), { name: 'ReplyError' }),
  new Error('OOM of our own'),
  // A client that left in the middle of its upload.
  Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
  null,
])('an error that is not an outage does not count as unavailable: %s', (error) => {
  expect(isUnavailable(error)).toBe(false);
});
