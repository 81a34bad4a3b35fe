import { Redis } from 'ioredis';
import { env } from '../env.ts';

/** A connection on which Redis owes an answer for this long is taken for dead: a machine that vanished does not say goodbye. */
const SILENCE_MS = 4_000;

/** The process's Redis for sessions, limits and announcements; connects on first use. Commands fail fast while Redis is away. */
export const redis = new Redis(env.REDIS_URL, {
  lazyConnect: true,
  keyPrefix: env.REDIS_PREFIX,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 1,
  socketTimeout: SILENCE_MS,
  retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
});
// Each failed command rejects where it was asked for; without a listener the connection's own error would end the process.
redis.on('error', () => {});

/** A connection of its own for listening; it subscribes again by itself after a loss. */
export function createSubscriber(): Redis {
  const subscriber = new Redis(env.REDIS_URL, {
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
  });
  subscriber.on('error', () => {});
  return subscriber;
}

/** A channel's full name in this installation. ioredis prefixes keys, not channels. */
export const channel = (name: string): string => `${env.REDIS_PREFIX}${name}`;
