import mongoose from 'mongoose';
import { env } from '../env.ts';

// A condition on a field that there is not would else be left out, and what is left matches everything.
mongoose.set('strictQuery', 'throw');

/** Connects the models to MongoDB and waits until every declared index stands. */
export async function connectMongo(): Promise<void> {
  await mongoose.connect(env.MONGO_URL, { serverSelectionTimeoutMS: 5_000, autoIndex: true });
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()));
}

/** Whether MongoDB answers. */
export async function pingMongo(): Promise<boolean> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false;
  const reply = await mongoose.connection.db?.command({ ping: 1 });
  return reply?.ok === 1;
}

/** Lets go of MongoDB. */
export const disconnectMongo = (): Promise<void> => mongoose.disconnect();

/** Whether a write failed because a unique index already holds that key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
