import { setTimeout as delay } from 'node:timers/promises';
import { redis, redisKey } from '../../infra/redis.ts';

/** How long a lock lasts, and how long a request waits for one whose process died, in milliseconds. */
const LOCKED_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Serializes booking requests with the same idempotency key, so that a repeat returns the ride of the first
 * request instead of failing on the promo code and gift card that the first has reserved. Best effort: when
 * the wait times out or Redis is unavailable, the request proceeds without the lock.
 *
 * @returns a function that releases the lock
 */
export async function lockBooking(riderId: string, idempotencyKey: string): Promise<() => Promise<void>> {
  const key = redisKey('booking-turn', `${riderId}:${idempotencyKey}`);
  const giveUpAt = performance.now() + LOCKED_MS;
  try {
    while (performance.now() < giveUpAt) {
      const taken = await redis.set(key, '1', 'PX', LOCKED_MS, 'NX');
      if (taken) return () => redis.del(key).then(noop, noop);
      await delay(LOOK_AGAIN_MS);
    }
  } catch {
    // Redis is unavailable: proceed without the lock.
  }
  return async () => {};
}

const noop = () => {};
