import { Redis, type RedisOptions } from 'ioredis';
import { env } from '../env.ts';
import { isReplyError, watchConnection } from './connection-watchdog.ts';

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

/** Families of keys. `server/personal-data/table.ts` says what each holds about people. */
export const KEY_FAMILIES = [
  'session',
  'sessions-of',
  'limit',
  'position',
  'passed-stops',
  'proof',
  'spent-challenge',
  'booking-turn',
  'recorded',
  'security',
] as const;
export type KeyFamily = (typeof KEY_FAMILIES)[number];

/** A key, as every command names it: its family, and whose it is. */
export const redisKey = (family: KeyFamily, of: string): string => `${family}:${of}`;

/** Whether nobody asked for this key, on any node, within so many seconds before. */
export const isFirstWithin = async (seconds: number, key: string): Promise<boolean> =>
  (await redis.set(key, '', 'EX', seconds, 'NX')) !== null;

/** A connection for a look at a Redis: it gives up after `timeoutMs`, and says why. @throws the reason */
export async function connectRedisOnce(url: string, timeoutMs: number): Promise<Redis> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  client.on('error', (error) => {
    reason ??= error;
  });
  // It rejects with the connection's end, which has a reason.
  await client.connect().catch((error: unknown) => {
    throw reason ?? error;
  });
  return client;
}

/** Whether Redis answers, be it with a refusal. */
export const pingRedis = (): Promise<boolean> =>
  redis.ping().then((answer) => answer === 'PONG', isReplyError);

/**
 * A connection of its own for subscriptions, which its owner makes anew after each loss: ioredis would end the process where
 * Redis refuses them.
 */
export const createSubscriber = (): Redis =>
  connectRedis(env.REDIS_URL, { maxRetriesPerRequest: null, autoResubscribe: false });

/** A channel's full name in this installation. ioredis prefixes keys, not channels. */
export const channel = (name: string): string => `${env.REDIS_PREFIX}${name}`;
