import { type Cluster, Redis, type RedisOptions } from 'ioredis';
import { CITIES, CITY } from '#common/city.ts';
import { env } from '../env.ts';
import { RIDES_CHANGED, RIDES_POSITION } from './channels.ts';
import { isTimedOut, limitCommand } from './command-timeout.ts';
import { isReplyError, watchConnection } from './connection-watchdog.ts';
import { logger } from './logger.ts';
import { connectCluster } from './redis-cluster.ts';
import { throttle } from './throttle.ts';

/**
 * Command timeout in milliseconds. A hanging Redis closes no connection, and a request with several
 * consecutive commands has to fail within three seconds, long before its own deadline.
 */
const COMMAND_TIMEOUT_MS = 1_000;

/** A client with a command timeout. */
export class RedisWithTimeout extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // ioredis resends unanswered commands on a new connection; those that timed out are dropped.
    if (isTimedOut(command, stream)) return command.promise;
    limitCommand(command, stream, COMMAND_TIMEOUT_MS);
    return super.sendCommand(command, stream);
  }
}

/** How long an abandoned connection may take to close, in milliseconds. */
const DISCONNECT_TIMEOUT_MS = 100;

/** Creates a connection that reconnects after a loss or silence. Not for blocking commands. */
export function connectRedis(url: string, options: RedisOptions, Client = Redis): Redis {
  const client = new Client(url, {
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    ...options,
  });
  // Failed commands reject individually; without a listener the error event would end the process.
  client.on('error', () => {});
  watchConnection(client);
  return client;
}

/**
 * The process's Redis client for sessions, rate limits and publishing. Connects on first use. Commands fail
 * fast while Redis is unavailable. No auto-pipelining: ioredis's pipelines wait for the previous one, which
 * costs a request more than the saved writes.
 */
export const redis: Redis | Cluster = env.REDIS_CLUSTER
  ? connectCluster(env.REDIS_URL, { timeoutMs: COMMAND_TIMEOUT_MS, keyPrefix: env.REDIS_PREFIX })
  : connectRedis(
      env.REDIS_URL,
      {
        lazyConnect: true,
        keyPrefix: env.REDIS_PREFIX,
        maxRetriesPerRequest: 1,
      },
      RedisWithTimeout,
    );

/** Key prefixes. `server/personal-data/table.ts` lists what each stores about people. */
export const KEY_FAMILIES = [
  'session',
  'sessions-of',
  'limit',
  'position',
  'passed-stops',
  'proof',
  'spent-challenge',
  'booking-turn',
  'place-turn',
  'admin-turn',
  'recorded',
  'security',
] as const;
export type KeyFamily = (typeof KEY_FAMILIES)[number];

/** Builds a key from its family and the id of its subject. */
export const redisKey = (family: KeyFamily, of: string): string => `${family}:${of}`;

/** Whether this is the first call for this key, on any node, within this many seconds. */
export const isFirstWithin = async (seconds: number, key: string): Promise<boolean> =>
  (await redis.set(key, '', 'EX', seconds, 'NX')) !== null;

/**
 * Opens a connection for a one-time check, without retries.
 *
 * @throws Error with the reason when connecting fails
 */
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
  // `connect` rejects with the connection's end; the reason is in the error event.
  await client.connect().catch((error: unknown) => {
    throw reason ?? error;
  });
  return client;
}

/** Whether Redis replies, even with an error. */
export const pingRedis = (): Promise<boolean> =>
  redis.ping().then((answer) => answer === 'PONG', isReplyError);

/**
 * Creates a connection for subscriptions. The owner must resubscribe after each loss: with ioredis's
 * automatic resubscription the process would end if Redis refuses.
 */
export const createSubscriber = (): Redis =>
  connectRedis(env.REDIS_URL, { maxRetriesPerRequest: null, autoResubscribe: false });

/** Channels whose messages concern a single city. */
const BY_CITY: ReadonlySet<string> = new Set([RIDES_CHANGED, RIDES_POSITION]);

/** Hash tag of channels that concern all cities. */
const EVERY_CITY = 'all';

/**
 * Returns the name of a sharded channel. Its hash tag is the city for channels by city, so that a city's
 * changes are handled by one shard.
 */
const shardChannel = (name: string, city: string): string =>
  `{${BY_CITY.has(name) ? city : EVERY_CITY}}:${name}`;

/** Returns a channel's full name in this installation. */
export const channel = (name: string, city: string = CITY): string =>
  `${env.REDIS_PREFIX}${env.REDIS_CLUSTER ? shardChannel(name, city) : name}`;

/** Returns all channels on which messages of this name are published. */
export const channelsOf = (name: string): string[] => [...new Set(CITIES.map((city) => channel(name, city)))];

/** Groups channels by the connection they can share: all together, or in a Redis Cluster by hash tag. */
export function groupChannels(channels: readonly string[]): string[][] {
  if (!env.REDIS_CLUSTER) return [[...channels]];
  const groups = new Map<string, string[]>();
  for (const each of channels) {
    const [tag] = /\{.+?\}/.exec(each) ?? [''];
    groups.set(tag, [...(groups.get(tag) ?? []), each]);
  }
  return [...groups.values()];
}

/** Callbacks of a subscription on one connection: `onUp` once confirmed, `onLost` when lost after that. */
export interface SubscriptionEvents {
  onMessage: (channel: string, message: string) => void;
  onUp: () => void;
  onLost: () => void;
}

/** Refusals of a channel are logged once in ten seconds, because each is retried within one. */
const mayLogRefusal = throttle(10_000);

/** Logs that Redis refused a subscription. Ignores lost connections. */
export function logRefusedSubscription(error: unknown, channels: readonly string[]): void {
  if (!isReplyError(error) || !mayLogRefusal(channels.join(' '))) return;
  logger.warn({ error, channels }, 'redis subscription refused, will retry');
}

/**
 * Publishes to all subscribed nodes; in a Redis Cluster on the channel's shard. Messages are not kept for
 * nodes that are not subscribed.
 *
 * @param city the city of the ride concerned
 * @returns how many connections received it
 * @throws Error while Redis is unavailable
 */
export const publish = (name: string, message: string, city: string = CITY): Promise<number> =>
  env.REDIS_CLUSTER
    ? publishToShard(shardChannel(name, city), message)
    : redis.publish(channel(name), message);

/**
 * Publishes on a sharded channel, named without our prefix: ioredis adds it for `spublish`, as it does for
 * keys, but not for `publish`.
 */
export const publishToShard = async (name: string, message: string): Promise<number> =>
  Number(await redis.spublish(name, message));
