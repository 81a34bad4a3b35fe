import mongoose, { type ConnectOptions } from 'mongoose';
import { env } from '../env.ts';

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

/**
 * Connects the models to MongoDB and waits until every declared index is built.
 *
 * @param timeoutMs for processes that somebody waits for: how long an operation may wait for a server, and how long for its answer,
 *   both from then on. Since the driver tries once more, an operation may take twice as long. As long as it takes unless named
 */
export async function connectMongo(timeoutMs?: number): Promise<void> {
  mongoose.set('bufferCommands', true);
  await openWithIndexes();
  if (timeoutMs !== undefined) await openForRequests(timeoutMs);
  // Mongoose would keep commands back while MongoDB is away, for ten seconds each, where the driver looks for it at each.
  mongoose.set('bufferCommands', false);
}

async function openWithIndexes(): Promise<void> {
  await mongoose.connect(env.MONGO_URL, { ...DRIVER_OPTIONS, autoIndex: true });
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()));
  await Promise.all(FORMER_INDEXES.map(dropIndex));
}

/** Opened anew, since an index may take minutes to build. */
async function openForRequests(timeoutMs: number): Promise<void> {
  await mongoose.disconnect();
  // Else MongoDB goes on with a query that nobody waits for any more.
  mongoose.set('maxTimeMS', timeoutMs);
  await mongoose.connect(env.MONGO_URL, {
    ...DRIVER_OPTIONS,
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // Who asks first does not wait for a connection to be made.
    minPoolSize: 4,
    autoIndex: false,
    autoCreate: false,
  });
}

/** Indexes that earlier versions declared and that refuse what is written now. */
const FORMER_INDEXES = [{ collection: 'mails', name: 'aboutId_1_template_1' }];

const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

async function dropIndex({ collection, name }: (typeof FORMER_INDEXES)[number]): Promise<void> {
  try {
    await mongoose.connection.collection(collection).dropIndex(name);
  } catch (error) {
    const { code } = Object(error);
    if (code !== INDEX_NOT_FOUND && code !== NAMESPACE_NOT_FOUND) throw error;
  }
}

/** Whether MongoDB answers. Asked while it is away, the driver looks for it. */
export async function pingMongo(): Promise<boolean> {
  const reply = await mongoose.connection.db?.command({ ping: 1 });
  return reply?.ok === 1;
}

/** The database's own time: processes whose clocks differ agree on it. */
export async function databaseNow(): Promise<Date> {
  const reply = await mongoose.connection.db?.command({ hello: 1 });
  return reply?.localTime;
}

/** Disconnects from MongoDB. */
export const disconnectMongo = (): Promise<void> => mongoose.disconnect();

/** Whether a write failed because a unique index already holds that key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
