import type { Redis } from 'ioredis';

interface Patience {
  askEveryMs: number;
  /** So many questions may be without an answer. */
  mayOwe: number;
}

/** A silence of five seconds at most. */
const PATIENCE: Patience = { askEveryMs: 1_000, mayOwe: 4 };

/**
 * Gives a connection up that has fallen silent, for the client to make a new one: a machine that vanished does not say goodbye. Questions
 * are counted, not time: a process that stood still itself finds the answers waiting, where a timer would find that it has run out.
 */
export function watchConnection(client: Redis, { askEveryMs, mayOwe }: Patience = PATIENCE): void {
  client.on('connect', () => {
    let owed = 0;
    const ask = () => {
      if (owed === mayOwe) {
        client.disconnect(true);
        return;
      }
      owed += 1;
      client.ping().then(
        () => {
          owed = 0;
        },
        () => {},
      );
    };
    const asking = setInterval(ask, askEveryMs).unref();
    client.once('close', () => clearInterval(asking));
  });
}
