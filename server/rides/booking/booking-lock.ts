import { setTimeout as delay } from 'node:timers/promises';
import { redis, redisKey } from '../../infra/redis.ts';

/** The longest that a booking takes, or that others wait for one whose process died, in milliseconds. */
const LOCKED_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Lets equal requests in one after the other: the second finds what the first has booked, instead of the promo code and the
 * gift card that the first holds. Nothing depends on it but the answer: where a lock runs out, or Redis does not take it, both go on.
 *
 * @returns what gives the lock back
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
    // Redis is unavailable: go on without the lock.
  }
  return async () => {};
}

const noop = () => {};
