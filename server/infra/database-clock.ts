import { type mongo, Types } from 'mongoose';

/** A process's clock that is no further off than this, in milliseconds, counts as right: a reading of another one takes a while. */
const TOLERANCE_MS = 1_000;

/** The driver brings a reading a second. One that waited for this process makes the database seem behind; of so many one did not. */
const KEPT_READINGS = 5;

/** By how much the database's clock is ahead of this process's uptime, in milliseconds, by each of the last readings. */
const readings: number[] = [];

/** Takes a reading of the database's clock. */
function noteReading(localTime: Date): void {
  readings.push(localTime.getTime() - performance.now());
  if (readings.length > KEPT_READINGS) readings.shift();
}

/** Milliseconds since the epoch. */
function read(): number {
  // biome-ignore lint/plugin: what is compared with the database's
  const own = Date.now();
  if (readings.length === 0) return own;
  // By uptime, which nobody sets.
  const byDatabase = Math.max(...readings) + performance.now();
  return Math.abs(byDatabase - own) > TOLERANCE_MS ? Math.round(byDatabase) : own;
}

/**
 * The time that is kept, and that what is kept is compared with: the database's, which processes whose clocks differ agree on. It costs no
 * request. Before the first connection it is the process's own.
 */
export const databaseClock = {
  now: (): Date => new Date(databaseClock.nowMs()),
  /** Milliseconds since the epoch. */
  nowMs: read,
};

/** An id whose time, its first four bytes, is the database's. */
export const newObjectId = (): Types.ObjectId =>
  new Types.ObjectId(Types.ObjectId.generate(Math.floor(databaseClock.nowMs() / 1_000)));

/** Reads the database's clock, and again with each of the driver's heartbeats. */
export async function followDatabaseClock(client: mongo.MongoClient): Promise<void> {
  // Of several servers only the primary's counts, since that one sets `$currentDate`.
  client.on('serverHeartbeatSucceeded', ({ reply }) => {
    if (reply.isWritablePrimary) noteReading(reply.localTime);
  });
  const { localTime } = await client.db().command({ hello: 1 });
  noteReading(localTime);
}
