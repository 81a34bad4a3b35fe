import { Redis, type RedisOptions } from 'ioredis';
import { env } from '../env.ts';
import { watchConnection } from './connection-watchdog.ts';

/**
 * How long a command may take, in milliseconds. A Redis that hangs closes nothing, and its requests have to be answered within three
 * seconds; a command may have to wait for the pipeline before it, which takes as long again.
 */
const COMMAND_TIMEOUT_MS = 1_000;

/** In which a process that was held up itself reads the answers that have come meanwhile. */
const READ_MS = 50;

/** A client whose commands are given up when they are not answered in time. */
class ImpatientRedis extends Redis {
  override sendCommand(...[command, ...rest]: Parameters<Redis['sendCommand']>): unknown {
    let timer = setTimeout(() => {
      timer = setTimeout(() => command.reject(new Error('Command timed out')), READ_MS);
    }, COMMAND_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    command.promise.then(stop, stop);
    return super.sendCommand(command, ...rest);
  }
}

/** How long an abandoned connection may take to close. */
const DISCONNECT_TIMEOUT_MS = 100;

/**
 * A connection that reconnects after every loss, and is replaced when it falls silent. Not for blocking
 * commands.
 */
export function connectRedis(url: string, options: RedisOptions, Client = Redis): Redis {
  const client = new Client(url, {
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
 * while Redis is away or does not answer.
 */
export const redis = connectRedis(
  env.REDIS_URL,
  {
    lazyConnect: true,
    keyPrefix: env.REDIS_PREFIX,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 1,
  },
  ImpatientRedis,
);

/** A connection of its own for subscriptions. */
export const createSubscriber = (): Redis => connectRedis(env.REDIS_URL, { maxRetriesPerRequest: null });

/** A channel's full name in this installation. ioredis prefixes keys, not channels. */
export const channel = (name: string): string => `${env.REDIS_PREFIX}${name}`;
