import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#common/errors.ts';
import { logger } from '../infra/logger.ts';
import { redis } from '../infra/redis.ts';

interface LimitOptions {
  /** Names the limit in Redis and in the log. */
  name: string;
  /** How many times within the window. */
  times: number;
  windowSeconds: number;
}

/** A rate limit, counted over all nodes. */
export interface Limit {
  /**
   * Counts one for this key. Fails closed: what cannot be counted is refused.
   *
   * @throws TOO_MANY_REQUESTS (with Retry-After) past the limit, UNAVAILABLE when Redis cannot count
   */
  count(key: string): Promise<void>;
  /** Throws as `count` does once the key has reached the limit, without counting. */
  check(key: string): Promise<void>;
  /** Takes back one count of this key: it was not what the limit is about. */
  takeBack(key: string): Promise<void>;
  /** Forgets what was counted for this key. */
  forget(key: string): Promise<void>;
}

/** Creates a rate limit. */
export function createLimit({ name, times, windowSeconds }: LimitOptions): Limit {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    points: times,
    duration: windowSeconds,
  });

  const tooMany = (msBeforeNext: number) => {
    logger.warn({ limit: name }, 'rate limit exceeded');
    return new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  };
  const refuse = (reason: unknown): never => {
    if (reason instanceof RateLimiterRes) throw tooMany(reason.msBeforeNext);
    logger.warn({ error: reason, limit: name }, 'rate limiter unavailable');
    throw new AppError('UNAVAILABLE', 'That is not available right now. Please try again.', {
      cause: reason,
    });
  };

  return {
    async count(key) {
      await limiter.consume(key).catch(refuse);
    },
    async check(key) {
      const counted = await limiter.get(key).catch(refuse);
      if (counted && counted.consumedPoints >= times) throw tooMany(counted.msBeforeNext);
    },
    async takeBack(key) {
      await limiter.reward(key).catch(refuse);
    },
    async forget(key) {
      await limiter.delete(key).catch(refuse);
    },
  };
}
