import { setTimeout } from 'node:timers/promises';
import type { Measured } from '../harness/measured.ts';
import { HttpConnection } from './http-connection.ts';
import { openMany } from './sockets.ts';

const TICK_MS = 2;
/**
 * The most connections that clients open. While all of them wait for replies, further requests are skipped.
 */
export const MAX_CONNECTIONS = 4_000;
/**
 * Idle connections are reused only within this time. Node's default is to close them after five seconds; our
 * own servers keep them open.
 */
const REUSED_WITHIN_MS = 2_000;

/**
 * Measures throughput in replies per second. Each request has its own connection and is sent again
 * after each reply.
 */
export async function answersPerSecond(
  server: Measured,
  requests: readonly Buffer[],
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  const replied = await requestInTurn(server, requests, seconds * 1_000);
  return replied / secondsSince(startedAt);
}

/**
 * Sends each request on its own connection, again after each reply, for this many milliseconds.
 *
 * @returns the number of replies
 */
export async function requestInTurn(
  { port }: Measured,
  requests: readonly Buffer[],
  ms: number,
): Promise<number> {
  const endsAt = performance.now() + ms;
  let replied = 0;
  await Promise.all(
    requests.map(async (request) => {
      const connection = new HttpConnection(port);
      while (performance.now() < endsAt) {
        await connection.request(request);
        replied += 1;
      }
      connection.close();
    }),
  );
  return replied;
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

/**
 * Opens the connections before the flood. Otherwise a backlog of unaccepted connections would delay requests,
 * and none would be refused.
 */
const openConnections = (port: number, count: number): Promise<HttpConnection[]> =>
  openMany(count, async () => {
    const connection = new HttpConnection(port);
    await connection.opened;
    return connection;
  });

/** A connection without a request in flight. */
interface Idle {
  connection: HttpConnection;
  /** When its last reply came; infinity for a connection that has had none, which never counts as stale. */
  since: number;
}

interface Load {
  requests: readonly Buffer[];
  seconds: number;
  /** Requests per second. */
  rate: number;
}

/**
 * Sends requests at a fixed rate without waiting for replies, then waits for the remaining replies.
 *
 * @returns the latencies of the 200 replies in milliseconds, how many of those came per second, how many
 * requests were refused by 503 with Retry-After, and how many had any other reply or none
 */
export async function flood(server: Measured, { requests, seconds, rate }: Load) {
  const all = new Set(
    await openConnections(server.port, Math.min(MAX_CONNECTIONS, Math.ceil(seconds * rate))),
  );
  const idle: Idle[] = [...all].map((connection) => ({ connection, since: Number.POSITIVE_INFINITY }));
  const underWay: Promise<void>[] = [];
  const answered: number[] = [];
  let refused = 0;
  let failed = 0;

  function open(): HttpConnection | null {
    if (all.size === MAX_CONNECTIONS) return null;
    const connection = new HttpConnection(server.port);
    all.add(connection);
    return connection;
  }

  /**
   * Takes the most recently used idle connection. When even that one is so old that the server may close it,
   * closes all idle connections and returns null.
   */
  function takeFresh(): HttpConnection | null {
    const last = idle.pop();
    if (!last) return null;
    if (performance.now() - last.since < REUSED_WITHIN_MS) return last.connection;
    for (const { connection } of [last, ...idle.splice(0)]) {
      connection.close();
      all.delete(connection);
    }
    return null;
  }

  async function send(request: Buffer): Promise<void> {
    const connection = takeFresh() ?? open();
    if (!connection) return;
    const sentAt = performance.now();
    const reply = await connection.exchange(request).catch(() => null);
    const now = performance.now();
    if (reply?.head.startsWith('HTTP/1.1 200')) answered.push(now - sentAt);
    else if (/^HTTP\/1.1 503.*^retry-after: \d/ims.test(reply?.head ?? '')) refused += 1;
    else failed += 1;
    if (reply) idle.push({ connection, since: now });
    else all.delete(connection);
  }

  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - startedAt) {
    const due = Math.floor((elapsed / 1_000) * rate);
    while (underWay.length < due) {
      const request = requests[underWay.length % requests.length];
      if (request) underWay.push(send(request));
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(underWay);
  const rateAnswered = answered.length / secondsSince(startedAt);
  for (const connection of all) connection.close();
  return { times: answered, perSecond: rateAnswered, refused, failed };
}
