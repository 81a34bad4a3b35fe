import mongoose, { type ConnectOptions } from 'mongoose';
import { env } from '../env.ts';
import { followDatabaseClock } from './database-clock.ts';

// Mongoose would otherwise drop a condition on an unknown field, and the rest would match everything.
mongoose.set('strictQuery', 'throw');

/**
 * How every process talks to MongoDB. Said here, not in the address: an acknowledged write is on the disks of a majority and
 * survives the loss of the primary, and what is read was written to the primary.
 */
const DRIVER_OPTIONS = {
  readPreference: 'primary',
  // One by one: those that a `writeConcern` names give way to the address.
  w: 'majority',
  journal: true,
  wtimeoutMS: 10_000,
  retryWrites: true,
  retryReads: true,
  // A replica set without primary elects another within some 12 seconds.
  serverSelectionTimeoutMS: 20_000,
  connectTimeoutMS: 5_000,
  // What comes back is found within a second, whether or not anybody asks.
  heartbeatFrequencyMS: 1_000,
} satisfies ConnectOptions;

/** Indexes are built by `server/schema`. */
const BUILDS_NOTHING = { autoIndex: false, autoCreate: false } satisfies ConnectOptions;

/** Connects the models to MongoDB, as it is: `openDatabase` of `server/schema` holds it against this release. Operations wait as long as it takes. */
export async function connectMongo(): Promise<void> {
  mongoose.set('bufferCommands', true);
  await mongoose.connect(env.MONGO_URL, { ...DRIVER_OPTIONS, ...BUILDS_NOTHING });
  await followDatabaseClock(mongoose.connection.getClient());
  // Mongoose would keep commands back while MongoDB is away, for ten seconds each, where the driver looks for it at each.
  mongoose.set('bufferCommands', false);
}

/**
 * Connects anew for a process that somebody waits for.
 *
 * @param timeoutMs how long an operation may wait for a server, and how long for its answer. Since the driver tries once more, an operation
 *   may take twice as long
 */
export async function limitWaiting(timeoutMs: number): Promise<void> {
  await mongoose.disconnect();
  // Else MongoDB goes on with a query that nobody waits for any more.
  mongoose.set('maxTimeMS', timeoutMs);
  await mongoose.connect(env.MONGO_URL, {
    ...DRIVER_OPTIONS,
    ...BUILDS_NOTHING,
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // Who asks first does not wait for a connection to be made.
    minPoolSize: 4,
  });
  await followDatabaseClock(mongoose.connection.getClient());
}

/** Whether MongoDB answers. Asked while it is away, the driver looks for it. */
export async function pingMongo(): Promise<boolean> {
  const reply = await mongoose.connection.db?.command({ ping: 1 });
  return reply?.ok === 1;
}

/** Disconnects from MongoDB. */
export const disconnectMongo = (): Promise<void> => mongoose.disconnect();

/** Whether a write failed because a unique index already holds that key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
