import type { Redis } from 'ioredis';

interface WatchdogOptions {
  pingEveryMs: number;
  /** Pings that may be unanswered. */
  maxUnanswered: number;
}

/** Tolerates a silence of five seconds. */
const DEFAULTS: WatchdogOptions = { pingEveryMs: 1_000, maxUnanswered: 4 };

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
      client.ping().then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    };
    const timer = setInterval(ping, pingEveryMs).unref();
    client.once('close', () => clearInterval(timer));
  });
}
