import { setTimeout as delay } from 'node:timers/promises';
import { redis, redisKey } from '../../infra/redis.ts';

/** The longest that a booking takes, or that others wait for one whose process died, in milliseconds. */
const TURN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Lets equal requests in one after the other: the second finds what the first has booked, instead of the promo code and the
 * gift card that the first holds. Nothing depends on it but the answer: where a turn runs out, or Redis does not take it, both go on.
 *
 * @returns what ends the turn
 */
export async function takeTurn(riderId: string, idempotencyKey: string): Promise<() => Promise<void>> {
  const mark = redisKey('booking-turn', `${riderId}:${idempotencyKey}`);
  const giveUpAt = performance.now() + TURN_MS;
  try {
    while (performance.now() < giveUpAt) {
      const taken = await redis.set(mark, '1', 'PX', TURN_MS, 'NX');
      if (taken) return () => redis.del(mark).then(noop, noop);
      await delay(LOOK_AGAIN_MS);
    }
  } catch {
    // Whose turn it is cannot be told.
  }
  return async () => {};
}

const noop = () => {};
