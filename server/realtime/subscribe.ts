import { logger } from '../infra/logger.ts';
import { channel, createSubscriber } from '../infra/redis.ts';

interface SubscribeOptions {
  /** Message handlers by channel, without the prefix. */
  on: Record<string, (message: string) => void>;
  /** Called when the connection is lost. */
  onLost: () => void;
  /** Called when the subscription is back after a loss: what was published in between was missed. */
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
 * Subscribes to Redis channels, and again after every loss of the connection. A handler that throws is
 * logged.
 */
export function subscribe({ on, onLost, onRestored }: SubscribeOptions): Subscription {
  const handlers = new Map(Object.entries(on).map(([name, handle]) => [channel(name), handle]));
  const subscriber = createSubscriber();
  let isUp = false;
  let wasUp = false;

  subscriber.on('message', (name: string, message: string) => {
    try {
      handlers.get(name)?.(message);
    } catch (error) {
      logger.error({ error, channel: name }, 'published message could not be handled');
    }
  });
  subscriber.on('close', () => {
    if (isUp) onLost();
    isUp = false;
  });

  /** Redis refused on a connection that stands: another is opened. */
  const retryLater = () =>
    setTimeout(() => {
      if (!isUp && subscriber.status === 'ready') subscriber.disconnect(true);
    }, RETRY_MS).unref();

  const ready = new Promise<void>((resolve) => {
    // Only the reply to SUBSCRIBE guarantees that nothing is missed from here on; an open connection does
    // not.
    subscriber.on('ready', async () => {
      const isSubscribed = await subscriber.subscribe(...handlers.keys()).then(
        () => true,
        () => false,
      );
      if (!isSubscribed && subscriber.status === 'ready') retryLater();
      // The reply to an attempt whose connection was lost arrives together with that of the next.
      if (!isSubscribed || isUp) return;
      isUp = true;
      if (wasUp) onRestored();
      wasUp = true;
      resolve();
    });
  });

  return {
    ready,
    isUp: () => isUp,
    close() {
      isUp = false;
      subscriber.disconnect();
    },
  };
}
