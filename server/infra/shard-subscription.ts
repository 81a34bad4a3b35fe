import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { env } from '../env.ts';
import { watchConnection } from './connection-watchdog.ts';
import { logRefusedSubscription, publishToShard, redis, type SubscriptionEvents } from './redis.ts';
import { readClusterAddress } from './redis-cluster.ts';

const LONGEST_RETRY_MS = 1_000;

const BEAT_MS = 1_000;
/** How many consecutive heartbeats may be missed. */
const MAX_MISSED_BEATS = 4;

/**
 * Subscribes to channels of one hash tag at the master of their slot. Resubscribes when the connection is
 * lost, the slot moves to another master, or published messages do not arrive. ioredis's own sharded
 * subscribers do not report when a subscription is lost or restored.
 *
 * @returns a function that ends the subscription
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
      } catch (error) {
        logRefusedSubscription(error, channels);
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

/**
 * Connects to the master of a channel's slot.
 *
 * @throws Error when none is known, it is unreachable, or it is no longer the master
 */
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
    // The slots may be outdated after a failover, and a replica would accept subscriptions too.
    const [role] = z.tuple([z.string()], z.unknown()).parse(await connection.role());
    if (role !== 'master') throw new Error(`${host}:${port} is no master any more`);
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  return connection;
}

/**
 * Subscribes on a connection, and disconnects it when the subscription is no longer reliable.
 *
 * @returns once subscribed, a promise of the connection's end
 */
async function subscribeOn(
  connection: Redis,
  channels: readonly string[],
  onMessage: SubscriptionEvents['onMessage'],
): Promise<{ lost: Promise<void> }> {
  const lost = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  // Redis removes subscriptions when their slot moves to another master.
  connection.on('moved', () => connection.disconnect());
  const beat = `${channels[0]}:${randomUUID()}`;
  let missedBeats = 0;
  connection.on('smessage', (channel: string, message: string) => {
    if (channel === beat) missedBeats = 0;
    else onMessage(channel, message);
  });
  await connection.ssubscribe(...channels, beat);

  // A partitioned master still answers pings while changes are published on its replacement.
  const beating = setInterval(() => {
    if (missedBeats === MAX_MISSED_BEATS) return connection.disconnect();
    publishToShard(beat.slice(env.REDIS_PREFIX.length), '').then(
      () => {
        missedBeats += 1;
      },
      () => {},
    );
  }, BEAT_MS).unref();
  lost.then(() => clearInterval(beating));
  return { lost };
}
