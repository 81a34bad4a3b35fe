import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { env } from '../env.ts';
import { watchConnection } from './connection-watchdog.ts';
import { publishToShard, redis, type SubscriptionEvents } from './redis.ts';
import { readClusterAddress } from './redis-cluster.ts';

const LONGEST_RETRY_MS = 1_000;

const BEAT_MS = 1_000;
/** Beats that may be unheard. */
const MAX_UNHEARD = 4;

/**
 * Subscribes to channels of one hash tag at the master of their slot, and again whenever that connection is lost, the slot has another
 * master, or what is published does not arrive. ioredis has subscribers of its own for shards; they do not say when a subscription is lost,
 * or stands again.
 *
 * @returns what ends it
 */
export function subscribeToShard(channels: readonly string[], events: SubscriptionEvents): () => void {
  let connection: Redis | null = null;
  let isClosed = false;

  async function keepSubscribed(): Promise<void> {
    for (let attempt = 0; !isClosed; attempt += 1) {
      try {
        connection = await connectToMaster(channels[0] ?? '');
        if (isClosed) return connection.disconnect();
        const { lost } = await subscribeOn(connection, channels, events.onMessage);
        events.onUp();
        await lost;
        attempt = 0;
        if (!isClosed) events.onLost();
      } catch {
        connection?.disconnect();
        await delay(Math.min(50 * 2 ** attempt, LONGEST_RETRY_MS), undefined, { ref: false });
      }
    }
  }

  void keepSubscribed();
  return () => {
    isClosed = true;
    connection?.disconnect();
  };
}

const slotsSchema = z.array(
  z.tuple([z.int(), z.int(), z.tuple([z.string(), z.int()], z.unknown())], z.unknown()),
);

/** A connection to the node that is the master of a channel's slot. @throws where none is known, or it is not there, or is none any more */
async function connectToMaster(channel: string): Promise<Redis> {
  const slot = Number(await redis.cluster('KEYSLOT', channel));
  const ranges = slotsSchema.parse(await redis.cluster('SLOTS'));
  const range = ranges.find(([first, last]) => first <= slot && slot <= last);
  if (!range) throw new Error(`no master for slot ${slot}`);
  const [host, port] = range[2];
  const { nodeOptions } = readClusterAddress(env.REDIS_URL);
  const connection = new Redis({ ...nodeOptions, host, port, lazyConnect: true, retryStrategy: () => null });
  connection.on('error', () => {});
  watchConnection(connection);
  try {
    await connection.connect();
    // Who was asked may not know of the latest failover; a replica takes subscriptions too, and would keep them.
    const [role] = z.tuple([z.string()], z.unknown()).parse(await connection.role());
    if (role !== 'master') throw new Error(`${host}:${port} is no master any more`);
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  return connection;
}

/**
 * Subscribes on a connection, and ends it once it is of no use.
 *
 * @returns resolves as soon as what is published is heard, with a promise of the connection's end
 */
async function subscribeOn(
  connection: Redis,
  channels: readonly string[],
  onMessage: SubscriptionEvents['onMessage'],
): Promise<{ lost: Promise<void> }> {
  const lost = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  // Redis takes subscriptions away as their slot goes to another master.
  connection.on('moved', () => connection.disconnect());
  const beat = `${channels[0]}:${randomUUID()}`;
  let unheard = 0;
  connection.on('smessage', (channel: string, message: string) => {
    if (channel === beat) unheard = 0;
    else onMessage(channel, message);
  });
  await connection.ssubscribe(...channels, beat);

  // A master that is cut off from the others answers pings, while changes are published on the one that took its place.
  const beating = setInterval(() => {
    if (unheard === MAX_UNHEARD) return connection.disconnect();
    publishToShard(beat.slice(env.REDIS_PREFIX.length), '').then(
      () => {
        unheard += 1;
      },
      () => {},
    );
  }, BEAT_MS).unref();
  lost.then(() => clearInterval(beating));
  return { lost };
}
