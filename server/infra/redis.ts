import { Redis, type RedisOptions } from 'ioredis';
import { env } from '../env.ts';
import { watchConnection } from './connection-watchdog.ts';

/** How long a connection that is given up may take to close. */
const GOODBYE_MS = 100;

/** A connection that comes back by itself after every loss, and is given up when it falls silent. Not for commands that block. */
export function connectRedis(url: string, options: RedisOptions): Redis {
  const client = new Redis(url, {
    disconnectTimeout: GOODBYE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    ...options,
  });
  // Each failed command rejects where it was asked for; without a listener the connection's own error would end the process.
  client.on('error', () => {});
  watchConnection(client);
  return client;
}

/** The process's Redis for sessions, limits and announcements; connects on first use. Commands fail fast while Redis is away. */
export const redis = connectRedis(env.REDIS_URL, {
  lazyConnect: true,
  keyPrefix: env.REDIS_PREFIX,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 1,
});

/** A connection of its own for listening. */
export const createSubscriber = (): Redis => connectRedis(env.REDIS_URL, { maxRetriesPerRequest: null });

/** A channel's full name in this installation. ioredis prefixes keys, not channels. */
export const channel = (name: string): string => `${env.REDIS_PREFIX}${name}`;
