import type { Redis } from 'ioredis';

interface WatchdogOptions {
  pingEveryMs: number;
  /** Pings that may be unanswered. */
  maxUnanswered: number;
}

/** Tolerates a silence of five seconds. */
const DEFAULTS: WatchdogOptions = { pingEveryMs: 1_000, maxUnanswered: 4 };

/** Whether Redis itself refused, as against a command that was not answered. One that may not write refuses PING too, and still reads. */
export const isReplyError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError';

/**
 * Drops a connection that has fallen silent, so that the client opens a new one: a machine that vanished
 * closes nothing. Unanswered pings are counted, not time: a process that was suspended itself finds the
 * answers waiting, where a timer would have run out.
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
      const hear = () => {
        unanswered = 0;
      };
      client.ping().then(hear, (error: unknown) => {
        if (isReplyError(error)) hear();
      });
    };
    const timer = setInterval(ping, pingEveryMs).unref();
    client.once('close', () => clearInterval(timer));
  });
}
