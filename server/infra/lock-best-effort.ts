import { setTimeout as delay } from 'node:timers/promises';
import { type KeyFamily, redis, redisKey } from './redis.ts';

/** How long a lock lasts whose process died, in milliseconds. */
const LASTS_MS = 10_000;

/** How long a caller waits, in milliseconds. The rest of its call has to fit into `RESPONSE_DEADLINE_MS`. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 50;

/**
 * Waits for the lock of a subject, which serializes what must not run concurrently for it on any node. Best
 * effort: when the wait times out or Redis is unavailable, the caller proceeds without the lock.
 *
 * @param of the subject
 * @returns a function that releases the lock
 */
export async function lockBestEffort(family: KeyFamily, of: string): Promise<() => Promise<void>> {
  const key = redisKey(family, of);
  const giveUpAt = performance.now() + PATIENCE_MS;
  try {
    while (performance.now() < giveUpAt) {
      const taken = await redis.set(key, '1', 'PX', LASTS_MS, 'NX');
      if (taken) return () => redis.del(key).then(noop, noop);
      await delay(LOOK_AGAIN_MS);
    }
  } catch {
    // Redis is unavailable: proceed without the lock.
  }
  return async () => {};
}

const noop = () => {};
