import { logger } from '../infra/logger.ts';
import { channel, createSubscriber } from '../infra/redis.ts';

interface ListenOptions {
  /** What to do with a message, by the channel it came on. */
  on: Record<string, (message: string) => void>;
  /** Called when the connection is lost. */
  onLost: () => void;
  /** Called when listening goes on after a loss: what was told in between was missed. */
  onRestored: () => void;
}

/** A subscription of this node's own. */
export interface Listening {
  /** Settles once the first subscription stands. */
  ready: Promise<void>;
  isUp(): boolean;
  close(): void;
}

/** Listens on Redis channels, and again by itself after every loss of the connection. */
export function listen({ on, onLost, onRestored }: ListenOptions): Listening {
  const handlers = new Map(Object.entries(on).map(([name, handle]) => [channel(name), handle]));
  const subscriber = createSubscriber();
  let isUp = false;
  let wasUp = false;

  subscriber.on('message', (name: string, message: string) => {
    try {
      handlers.get(name)?.(message);
    } catch (error) {
      logger.error({ error, channel: name }, 'redis message handler failed');
    }
  });
  subscriber.on('close', () => {
    if (isUp) onLost();
    isUp = false;
  });

  const ready = new Promise<void>((resolve) => {
    // Only Redis's answer to SUBSCRIBE tells that nothing is missed from here on; the connection being open does not.
    subscriber.on('ready', async () => {
      const isSubscribed = await subscriber.subscribe(...handlers.keys()).then(
        () => true,
        () => false,
      );
      // The answer to an attempt that was cut off comes together with that of the next one.
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
