import mongoose from 'mongoose';
import { afterAll, beforeAll } from 'vitest';
import { env } from '../env.ts';
import { connectMongo } from '../infra/mongo.ts';
import { connectRedis } from '../infra/redis.ts';

/** Gives the tests of this file MongoDB and Redis, empty. The connections stay open for the files after it. */
export function setUpTestDatabase(): void {
  beforeAll(async () => {
    if (!mongoose.connection.db) await connectMongo();
  });
  afterAll(async () => {
    await Promise.all(Object.values(mongoose.connection.collections).map((each) => each.deleteMany({})));
    await forgetKeys();
  });
}

/** Deletes this process's keys, those of its queue included. */
export async function forgetKeys(): Promise<void> {
  const redis = connectRedis(env.REDIS_URL, { maxRetriesPerRequest: 1 });
  try {
    const keys = await redis.keys(`*${env.REDIS_PREFIX}*`);
    if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}
