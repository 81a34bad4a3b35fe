import { Redis } from 'ioredis';

// The least that works a queue: takes one entry at a time off a Redis list, and forgets it if it dies meanwhile.

const redis = new Redis(process.env.REDIS_URL ?? '');
process.send?.('ready');
for (;;) {
  const entry = await redis.brpop('floor:jobs', 0);
  if (entry) JSON.parse(entry[1]);
  process.send?.('done');
}
