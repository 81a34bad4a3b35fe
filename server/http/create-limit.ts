import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#common/errors.ts';
import { keyedDigest } from '../crypto/keyed-digest.ts';
import { logger } from '../infra/logger.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { countSecurityEvent } from '../infra/security-counts.ts';

interface CounterOptions {
  /** Names it in Redis and in the log. */
  name: string;
  windowSeconds: number;
}

interface LimitOptions extends CounterOptions {
  /** How many times within the window. */
  times: number;
  /** What is said past the limit. */
  message?: string;
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

/** What a count is kept under: Redis is not to know whose address or account it is. */
const hide = (key: string): string => keyedDigest('limit', key).toString('base64url');

const limiterOf = ({ name, windowSeconds }: CounterOptions, times: number) =>
  new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: redisKey('limit', name),
    points: times,
    duration: windowSeconds,
  });

/** Fails closed: what cannot be counted is refused. @throws UNAVAILABLE */
function failClosed(error: unknown, limit: string): never {
  logger.warn({ error, limit }, 'rate limiter unavailable');
  throw new AppError('UNAVAILABLE', 'That is not available right now. Please try again.', { cause: error });
}

/** Counts over all nodes, and refuses nothing by itself. Everything throws UNAVAILABLE when Redis cannot count. */
export interface Counter {
  /** Counts one for this key. @returns how many that makes in the window */
  add(key: string): Promise<number>;
  read(key: string): Promise<number>;
  /** Takes back one count of this key. */
  takeBack(key: string): Promise<void>;
  /** Forgets what was counted for this key. */
  forget(key: string): Promise<void>;
}

/** Creates a counter, whose window begins with the first count of a key. */
export function createCounter(options: CounterOptions): Counter {
  const limiter = limiterOf(options, 1);
  const refuse = (error: unknown) => failClosed(error, options.name);
  return {
    add: async (key) => (await limiter.penalty(hide(key)).catch(refuse)).consumedPoints,
    read: async (key) => (await limiter.get(hide(key)).catch(refuse))?.consumedPoints ?? 0,
    async takeBack(key) {
      await limiter.reward(hide(key)).catch(refuse);
    },
    async forget(key) {
      await limiter.delete(hide(key)).catch(refuse);
    },
  };
}

const TOO_MANY = 'Too many attempts. Please try again later.';

/** Creates a rate limit. */
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
      await limiter.consume(hide(key)).catch(refuse);
    },
    async check(key) {
      const counted = await limiter.get(hide(key)).catch(refuse);
      if (counted && counted.consumedPoints >= times) throw tooMany(counted.msBeforeNext);
    },
    async takeBack(key) {
      await limiter.reward(hide(key)).catch(refuse);
    },
    async forget(key) {
      await limiter.delete(hide(key)).catch(refuse);
    },
  };
}
