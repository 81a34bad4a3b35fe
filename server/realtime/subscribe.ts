import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { rideIdInText } from '../infra/published-message.ts';
import {
  channelsOf,
  createSubscriber,
  groupChannels,
  logRefusedSubscription,
  type SubscriptionEvents,
} from '../infra/redis.ts';
import { subscribeToShard } from '../infra/shard-subscription.ts';

interface SubscribeOptions {
  /** Message handlers by channel name, without the prefix. */
  on: Record<string, (message: string) => void>;
  /** Called when the connection is lost. */
  onLost: () => void;
  /** Called when the subscription is restored after a loss. Messages published in between were missed. */
  onRestored: () => void;
}

const RETRY_MS = 1_000;

/** A Redis subscription of this node. */
export interface Subscription {
  /** Resolves once Redis has confirmed the first subscription. */
  ready: Promise<void>;
  isUp(): boolean;
  close(): void;
}

/**
 * Subscribes to Redis channels, and resubscribes after every loss of the connection. Errors thrown by
 * handlers are logged. In a Redis Cluster it has a connection for each shard concerned, and is up only while
 * all of them are.
 */
export function subscribe({ on, onLost, onRestored }: SubscribeOptions): Subscription {
  const handlers = new Map(
    Object.entries(on).flatMap(([name, handle]) => channelsOf(name).map((each) => [each, handle] as const)),
  );
  const onMessage = (name: string, message: string) => {
    try {
      handlers.get(name)?.(message);
    } catch (error) {
      const rideId = rideIdInText(message);
      logger.error({ error, channel: name, rideId }, 'published message could not be handled');
    }
  };

  const groups = groupChannels([...handlers.keys()]);
  const up = new Set<readonly string[]>();
  const isUp = () => up.size === groups.length;
  let wasUp = false;
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  const open = env.REDIS_CLUSTER ? subscribeToShard : subscribeToRedis;
  const closings = groups.map((channels) =>
    open(channels, {
      onMessage,
      onUp() {
        up.add(channels);
        if (!isUp()) return;
        if (wasUp) onRestored();
        wasUp = true;
        markReady();
      },
      onLost() {
        if (isUp()) onLost();
        up.delete(channels);
      },
    }),
  );

  return {
    ready,
    isUp,
    close() {
      up.clear();
      for (const close of closings) close();
    },
  };
}

/** Subscribes on a single Redis. @returns a function that ends the subscription */
function subscribeToRedis(channels: readonly string[], events: SubscriptionEvents): () => void {
  const subscriber = createSubscriber();
  let isUp = false;

  subscriber.on('message', events.onMessage);
  subscriber.on('close', () => {
    if (isUp) events.onLost();
    isUp = false;
  });

  /** Redis refused the subscription on a working connection, so another one is opened. */
  const retryLater = () =>
    setTimeout(() => {
      if (!isUp && subscriber.status === 'ready') subscriber.disconnect(true);
    }, RETRY_MS).unref();

  // Only the reply to SUBSCRIBE guarantees that no further message is missed; an open connection does not.
  subscriber.on('ready', async () => {
    const isSubscribed = await subscriber.subscribe(...channels).then(
      () => true,
      (error: unknown) => {
        logRefusedSubscription(error, channels);
        return false;
      },
    );
    if (!isSubscribed && subscriber.status === 'ready') retryLater();
    // A lost attempt's failure may arrive together with the reply to the next attempt.
    if (!isSubscribed || isUp) return;
    isUp = true;
    events.onUp();
  });

  return () => {
    isUp = false;
    subscriber.disconnect();
  };
}
