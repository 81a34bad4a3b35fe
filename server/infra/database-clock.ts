import { type mongo, Types } from 'mongoose';

/**
 * Deviation in milliseconds up to which the process's own clock is used, since a reading of the database's
 * clock has latency.
 */
const TOLERANCE_MS = 1_000;

/**
 * Number of readings kept; the driver delivers one a second. A reading that waited for a busy process makes
 * the database's clock seem behind, so the maximum of several is used.
 */
const KEPT_READINGS = 5;

/** The last readings: database time minus this process's uptime, in milliseconds. */
const readings: number[] = [];

/** Records a reading of the database's clock. */
function recordReading(localTime: Date): void {
  readings.push(localTime.getTime() - performance.now());
  if (readings.length > KEPT_READINGS) readings.shift();
}

/** Milliseconds since the epoch. */
function read(): number {
  // biome-ignore lint/plugin: what is compared with the database's
  const own = Date.now();
  if (readings.length === 0) return own;
  // Relative to uptime, which clock adjustments do not affect.
  const byDatabase = Math.max(...readings) + performance.now();
  return Math.abs(byDatabase - own) > TOLERANCE_MS ? Math.round(byDatabase) : own;
}

/**
 * The time for everything that is stored, or compared with something stored: the database's clock, which all
 * processes share. Reading it costs no request. Before the first connection it is the process's own clock.
 */
export const databaseClock = {
  now: (): Date => new Date(databaseClock.nowMs()),
  /** Milliseconds since the epoch. */
  nowMs: read,
};

/** Creates an ObjectId whose timestamp (its first four bytes) is the database's time. */
export const newObjectId = (): Types.ObjectId =>
  new Types.ObjectId(Types.ObjectId.generate(Math.floor(databaseClock.nowMs() / 1_000)));

/** Milliseconds since an ObjectId was created: its first four bytes are seconds since the epoch. */
export const ageOfId = (id: string): number =>
  databaseClock.nowMs() - Number.parseInt(id.slice(0, 8), 16) * 1_000;

/** Reads the database's clock now, and again with every heartbeat of the driver. */
export async function followDatabaseClock(client: mongo.MongoClient): Promise<void> {
  // Only the primary's clock counts, since it sets `$currentDate`.
  client.on('serverHeartbeatSucceeded', ({ reply }) => {
    if (reply.isWritablePrimary) recordReading(reply.localTime);
  });
  const { localTime } = await client.db().command({ hello: 1 });
  recordReading(localTime);
}
