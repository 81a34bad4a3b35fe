import mongoose from 'mongoose';
import { env } from '../env.ts';
import { connectRedis } from '../infra/redis.ts';

/** Returns all documents of MongoDB and all keys and values of Redis as lines, for text search. */
export async function dumpStores(): Promise<string[]> {
  const documents = await Promise.all(
    Object.values(mongoose.connection.collections).map(async (collection) =>
      (await collection.find({}).toArray()).map((doc) => `${collection.name} ${JSON.stringify(doc)}`),
    ),
  );
  return [...documents.flat(), ...(await dumpRedis())];
}

async function dumpRedis(): Promise<string[]> {
  const redis = connectRedis(env.REDIS_URL, { maxRetriesPerRequest: 1 });
  const READ: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  try {
    const keys = await redis.keys(`*${env.REDIS_PREFIX}*`);
    return await Promise.all(
      keys.map(async (key) => `${key} ${JSON.stringify(await READ[await redis.type(key)]?.(key))}`),
    );
  } finally {
    redis.disconnect();
  }
}
