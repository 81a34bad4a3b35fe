import mongoose from 'mongoose';
import { env } from '../env.ts';

// Mongoose would otherwise drop a condition on an unknown field, and the rest would match everything.
mongoose.set('strictQuery', 'throw');

/**
 * Connects the models to MongoDB and waits until every declared index is built.
 *
 * @param timeoutMs how long each operation may be unanswered from then on, for processes that somebody waits for; as long as
 *   it takes unless named
 */
export async function connectMongo(timeoutMs?: number): Promise<void> {
  await mongoose.connect(env.MONGO_URL, { serverSelectionTimeoutMS: 5_000, autoIndex: true });
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()));
  await Promise.all(FORMER_INDEXES.map(dropIndex));
  if (timeoutMs === undefined) return;
  // Anew, since an index may take minutes to build.
  await mongoose.disconnect();
  await mongoose.connect(env.MONGO_URL, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // A second try would take as long again.
    retryReads: false,
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

/** Whether MongoDB answers. */
export async function pingMongo(): Promise<boolean> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false;
  const reply = await mongoose.connection.db?.command({ ping: 1 });
  return reply?.ok === 1;
}

/** Disconnects from MongoDB. */
export const disconnectMongo = (): Promise<void> => mongoose.disconnect();

/** Whether a write failed because a unique index already holds that key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
