import type { Redis } from 'ioredis';

interface WatchdogOptions {
  pingEveryMs: number;
  /** How many consecutive pings may be unanswered. */
  maxUnanswered: number;
}

/** Tolerates five seconds without a reply. */
const DEFAULTS: WatchdogOptions = { pingEveryMs: 1_000, maxUnanswered: 4 };

/**
 * Whether Redis replied with an error, as opposed to a lost connection or timeout. A Redis that cannot write
 * refuses even PING, but can still serve reads.
 */
export const isReplyError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError';

/**
 * Disconnects a silent connection so that the client opens a new one, because a vanished machine closes
 * nothing. Counts unanswered pings instead of time: a process that was itself suspended finds the replies
 * waiting, whereas a timer would have expired.
 */
export function watchConnection(
  client: Redis,
  { pingEveryMs, maxUnanswered }: WatchdogOptions = DEFAULTS,
): void {
  client.on('connect', () => {
    let unanswered = 0;
    const ping = () => {
      if (unanswered === maxUnanswered) {
        client.disconnect(true);
        return;
      }
      unanswered += 1;
      const resetCount = () => {
        unanswered = 0;
      };
      client.ping().then(resetCount, (error: unknown) => {
        if (isReplyError(error)) resetCount();
      });
    };
    const timer = setInterval(ping, pingEveryMs).unref();
    client.once('close', () => clearInterval(timer));
  });
}
