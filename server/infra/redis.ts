import { Redis, type RedisOptions } from 'ioredis';
import { env } from '../env.ts';
import { watchConnection } from './connection-watchdog.ts';

/** How long an abandoned connection may take to close. */
const DISCONNECT_TIMEOUT_MS = 100;

/**
 * A connection that reconnects after every loss, and is replaced when it falls silent. Not for blocking
 * commands.
 */
export function connectRedis(url: string, options: RedisOptions): Redis {
  const client = new Redis(url, {
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    ...options,
  });
  // Each failed command rejects on its own; without a listener the connection's error event would end the
  // process.
  client.on('error', () => {});
  watchConnection(client);
  return client;
}

/**
 * The process's Redis for sessions, rate limits and publishing; connects on first use. Commands fail fast
 * while Redis is away.
 */
export const redis = connectRedis(env.REDIS_URL, {
  lazyConnect: true,
  keyPrefix: env.REDIS_PREFIX,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 1,
});

/** A connection of its own for subscriptions. */
export const createSubscriber = (): Redis => connectRedis(env.REDIS_URL, { maxRetriesPerRequest: null });

/** A channel's full name in this installation. ioredis prefixes keys, not channels. */
export const channel = (name: string): string => `${env.REDIS_PREFIX}${name}`;
