import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#common/errors.ts';
import { keyedDigest } from '../crypto/keyed-digest.ts';
import { logger } from '../infra/logger.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { countSecurityEvent } from '../infra/security-counts.ts';

interface CounterOptions {
  /** Prefix of its Redis keys and name in the log. */
  name: string;
  windowSeconds: number;
}

interface LimitOptions extends CounterOptions {
  /** How many are allowed within the window. */
  times: number;
  /** The error message past the limit. */
  message?: string;
}

/** A rate limit that is shared by all nodes. */
interface Limit {
  /**
   * Counts one for this key. Fails closed: throws when Redis is unavailable.
   *
   * @throws AppError TOO_MANY_REQUESTS (with Retry-After) past the limit
   * @throws AppError UNAVAILABLE when Redis is unavailable
   */
  count(key: string): Promise<void>;
  /** Throws as `count` does when the key has reached the limit, without counting. */
  check(key: string): Promise<void>;
  /** Decrements the count of this key, for an event that should not have counted. */
  uncount(key: string): Promise<void>;
  /** Resets the count of this key. */
  reset(key: string): Promise<void>;
}

/** Hashes a key, so that Redis stores no addresses or accounts. */
const hashKey = (key: string): string => keyedDigest('limit', key).toString('base64url');

const limiterOf = ({ name, windowSeconds }: CounterOptions, times: number) =>
  new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: redisKey('limit', name),
    points: times,
    duration: windowSeconds,
  });

/** Fails closed. @throws AppError UNAVAILABLE */
function failClosed(error: unknown, limit: string): never {
  logger.warn({ error, limit }, 'rate limiter unavailable');
  throw new AppError('UNAVAILABLE', 'That is not available right now. Please try again.', { cause: error });
}

/** A counter shared by all nodes, without a limit. Methods throw UNAVAILABLE when Redis is unavailable. */
export interface Counter {
  /** Counts one for this key. @returns the count within the window */
  add(key: string): Promise<number>;
  read(key: string): Promise<number>;
  /** Decrements the count of this key. */
  uncount(key: string): Promise<void>;
  /** Resets the count of this key. */
  reset(key: string): Promise<void>;
}

/** Creates a counter. The window of a key begins with its first count. */
export function createCounter(options: CounterOptions): Counter {
  const limiter = limiterOf(options, 1);
  const refuse = (error: unknown) => failClosed(error, options.name);
  return {
    add: async (key) => (await limiter.penalty(hashKey(key)).catch(refuse)).consumedPoints,
    read: async (key) => (await limiter.get(hashKey(key)).catch(refuse))?.consumedPoints ?? 0,
    async uncount(key) {
      await limiter.reward(hashKey(key)).catch(refuse);
    },
    async reset(key) {
      await limiter.delete(hashKey(key)).catch(refuse);
    },
  };
}

const TOO_MANY = 'Too many attempts. Please try again later.';

/** Creates a rate limit. The window of a key begins with its first count. */
export function createLimit({ times, message = TOO_MANY, ...options }: LimitOptions): Limit {
  const { name } = options;
  const limiter = limiterOf(options, times);

  const tooMany = (msBeforeNext: number) => {
    logger.warn({ limit: name }, 'rate limit exceeded');
    void countSecurityEvent('limited', { name, account: '', network: '', shownNetwork: '' });
    return new AppError('TOO_MANY_REQUESTS', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  };
  const refuse = (reason: unknown): never => {
    if (reason instanceof RateLimiterRes) throw tooMany(reason.msBeforeNext);
    return failClosed(reason, name);
  };

  return {
    async count(key) {
      await limiter.consume(hashKey(key)).catch(refuse);
    },
    async check(key) {
      const counted = await limiter.get(hashKey(key)).catch(refuse);
      if (counted && counted.consumedPoints >= times) throw tooMany(counted.msBeforeNext);
    },
    async uncount(key) {
      await limiter.reward(hashKey(key)).catch(refuse);
    },
    async reset(key) {
      await limiter.delete(hashKey(key)).catch(refuse);
    },
  };
}
