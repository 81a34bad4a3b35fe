import { type Cluster, Redis, type RedisOptions } from 'ioredis';
import { CITIES, CITY, RIDES_CHANGED, RIDES_POSITION } from '#common/rides/ride-events.ts';
import { env } from '../env.ts';
import { isReplyError, watchConnection } from './connection-watchdog.ts';
import { giveUp, isGivenUp } from './give-up.ts';
import { connectCluster } from './redis-cluster.ts';

/**
 * How long a command may take, in milliseconds. A Redis that hangs closes nothing, and requests that ask it several things one after the
 * other have to be answered within three seconds.
 */
const COMMAND_TIMEOUT_MS = 1_000;

/** In which a process that was held up itself reads the answers that have come meanwhile. */
const READ_MS = 50;

/** A client whose commands are given up when they are not answered in time. */
export class ImpatientRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // A new connection is sent what the last one did not answer.
    if (isGivenUp(command, stream)) return command.promise;
    let timer = setTimeout(() => {
      timer = setTimeout(() => giveUp(command, stream), READ_MS);
    }, COMMAND_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    command.promise.then(stop, stop);
    return super.sendCommand(command, stream);
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
 * while Redis is away or does not answer. Each is sent by itself: pipelines by ioredis wait for the one before, and cost a request more
 * than the writes they save.
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

/** Channels of what concerns one city alone. */
const BY_CITY: ReadonlySet<string> = new Set([RIDES_CHANGED, RIDES_POSITION]);

/** The hash tag of channels that concern every city. */
const EVERY_CITY = 'all';

/** The name of a channel of a shard. Its hash tag is the city, where it concerns one: each city's changes are the work of one shard. */
const shardChannel = (name: string, city: string): string =>
  `{${BY_CITY.has(name) ? city : EVERY_CITY}}:${name}`;

/** A channel's full name in this installation. */
export const channel = (name: string, city: string = CITY): string =>
  `${env.REDIS_PREFIX}${env.REDIS_CLUSTER ? shardChannel(name, city) : name}`;

/** The channels on which what is published by a name can be heard. */
export const channelsOf = (name: string): string[] => [...new Set(CITIES.map((city) => channel(name, city)))];

/** Channels in groups that one connection can be subscribed to: all of them, or in a Redis Cluster those of a hash tag. */
export function groupChannels(channels: readonly string[]): string[][] {
  if (!env.REDIS_CLUSTER) return [[...channels]];
  const groups = new Map<string, string[]>();
  for (const each of channels) {
    const [tag] = /\{.+?\}/.exec(each) ?? [''];
    groups.set(tag, [...(groups.get(tag) ?? []), each]);
  }
  return [...groups.values()];
}

/** What a subscription calls, of one connection: up as soon as what is published is heard, and lost after that. */
export interface SubscriptionEvents {
  onMessage: (channel: string, message: string) => void;
  onUp: () => void;
  onLost: () => void;
}

/**
 * Publishes to every node that is subscribed; in a Redis Cluster on the channel's shard alone. Nothing is kept for who is not.
 *
 * @param city whose ride it is about
 * @returns how many connections heard it
 * @throws while Redis is away
 */
export const publish = (name: string, message: string, city: string = CITY): Promise<number> =>
  env.REDIS_CLUSTER
    ? publishToShard(shardChannel(name, city), message)
    : redis.publish(channel(name), message);

/** Publishes on a channel of a shard, named without our prefix: ioredis sets it before those, as before keys, and not before others. */
export const publishToShard = async (name: string, message: string): Promise<number> =>
  Number(await redis.spublish(name, message));
