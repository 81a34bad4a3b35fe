import mongoose from 'mongoose';
import { afterAll, beforeAll } from 'vitest';
import { env } from '../env.ts';
import { connectRedis } from '../infra/redis.ts';
import { buildIndexes } from '../schema/indexes.ts';
import { openDatabase } from '../schema/open-database.ts';

const countModels = (): number => Object.keys(mongoose.models).length;
let modelsIndexed = 0;

/**
 * Provides the tests of this file with empty MongoDB and Redis stores. The connections stay open for later
 * files.
 */
export function setUpTestDatabase(): void {
  beforeAll(async () => {
    if (!mongoose.connection.db) await openDatabase();
    // This test file may import models that earlier files did not.
    else if (modelsIndexed < countModels()) await buildIndexes();
    modelsIndexed = countModels();
  });
  afterAll(async () => {
    await Promise.all(Object.values(mongoose.connection.collections).map((each) => each.deleteMany({})));
    await forgetKeys();
  });
}

/** Deletes this process's Redis keys, including those of its queue. */
export async function forgetKeys(): Promise<void> {
  // A cluster belongs to its test file and ends with it.
  if (env.REDIS_CLUSTER) return;
  const redis = connectRedis(env.REDIS_URL, { maxRetriesPerRequest: 1 });
  try {
    const keys = await redis.keys(`*${env.REDIS_PREFIX}*`);
    if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}
