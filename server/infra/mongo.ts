import mongoose, { type ConnectOptions } from 'mongoose';
import { env } from '../env.ts';
import { followDatabaseClock } from './database-clock.ts';
import { refuseDestroyedSockets } from './refuse-destroyed-sockets.ts';

refuseDestroyedSockets();

// By default Mongoose drops conditions on unknown fields, so that the remaining filter matches too much.
mongoose.set('strictQuery', 'throw');

/**
 * Driver options of every process. Defined here instead of in the connection string: an acknowledged write is
 * on disk at a majority and survives the loss of the primary. Reads go to the primary and return only what a
 * majority has: a primary that is cut off from its secondaries executes writes that the election of another
 * one rolls back, and nobody may be shown, told of or refunded for what these left behind.
 */
const DRIVER_OPTIONS = {
  readPreference: 'primary',
  // Set individually, because the connection string would override `readConcern` and `writeConcern` objects.
  readConcernLevel: 'majority',
  w: 'majority',
  journal: true,
  wtimeoutMS: 10_000,
  retryWrites: true,
  retryReads: true,
  // A replica set elects a new primary within about 12 seconds.
  serverSelectionTimeoutMS: 20_000,
  connectTimeoutMS: 5_000,
  // Detects a recovered server within a second, even without operations.
  heartbeatFrequencyMS: 1_000,
} satisfies ConnectOptions;

/** Indexes are built by `server/schema` only. */
const BUILDS_NOTHING = { autoIndex: false, autoCreate: false } satisfies ConnectOptions;

/**
 * Connects the models to MongoDB without checking the schema; `openDatabase` in `server/schema` does that.
 * Operations have no time limit, apart from 20 seconds to find a server.
 */
export async function connectMongo(): Promise<void> {
  mongoose.set('bufferCommands', true);
  await mongoose.connect(env.MONGO_URL, { ...DRIVER_OPTIONS, ...BUILDS_NOTHING });
  await followDatabaseClock(mongoose.connection.getClient());
  // While MongoDB is unavailable, Mongoose would buffer each command for ten seconds; the driver's server
  // selection handles that instead.
  mongoose.set('bufferCommands', false);
}

/**
 * Reconnects with short timeouts, for processes that answer requests.
 *
 * @param timeoutMs how long an operation may wait for a server, and for the reply. The driver retries once,
 * so an operation may take twice as long
 */
export async function reconnectWithTimeouts(timeoutMs: number): Promise<void> {
  await mongoose.disconnect();
  // Otherwise MongoDB would continue queries whose caller has timed out.
  mongoose.set('maxTimeMS', timeoutMs);
  await mongoose.connect(env.MONGO_URL, {
    ...DRIVER_OPTIONS,
    ...BUILDS_NOTHING,
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // The first requests need not wait for a connection.
    minPoolSize: 4,
    // More than `maxRequestsPerCall`, so that slow queries of one call leave connections to the others.
    maxPoolSize: Math.ceil(env.REQUESTS_UNDER_WAY / 2),
  });
  await followDatabaseClock(mongoose.connection.getClient());
}

/** Whether MongoDB responds. While it is unavailable, the ping makes the driver look for it. */
export async function pingMongo(): Promise<boolean> {
  const reply = await mongoose.connection.db?.command({ ping: 1 });
  return reply?.ok === 1;
}

/** Disconnects from MongoDB. */
export const disconnectMongo = (): Promise<void> => mongoose.disconnect();

/** Whether a write failed because of a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;

/** A condition on a text: it begins with `start`. An index serves it as a range. */
export const startsWith = (start: string) => ({ $gte: start, $lt: `${start}\uffff` });

/**
 * A condition on an array: one of its texts begins with `start`. `$elemMatch` keeps both bounds on one
 * element, so that an index serves the range; two separate conditions could match different elements.
 */
export const someStartsWith = (start: string) => ({ $elemMatch: startsWith(start) });
