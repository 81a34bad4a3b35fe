import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Socket as Connection, Server } from 'engine.io';
import { logger } from '../infra/logger.ts';

/** Packets a client may send per window. A driver's page during a ride sends about 80 positions and pongs. */
const MAX_PACKETS = 200;
const WINDOW_MS = 60_000;

/** Unsent bytes that a node buffers per client. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Minimum number of connections closed at a time: 100 a second. */
const MIN_BATCH = 25;
const BATCH_PAUSE_MS = 250;
/** Limits the total to 25 seconds, less than the shutdown timeout (`server/infra/graceful-shutdown.ts`). */
const MAX_BATCHES = 100;

/** How long to wait for close handshakes after the last batch, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

/** WebSocket.CLOSED. */
const CLOSED = 3;

/** Tracks a server's open connections, including those that have not authenticated. */
export function keepConnections(engine: Pick<Server, 'on'>): ReadonlySet<Connection> {
  const open = new Set<Connection>();
  engine.on('connection', (connection: Connection) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
  });
  return open;
}

/**
 * Sends the reply to a WebSocket upgrade together with the first packet, which Engine.IO writes in the same
 * turn of the event loop: one system call and one segment less for each of thousands of reconnections.
 */
export function joinFirstWrites(engine: Pick<Server, 'on'>): void {
  engine.on('headers', (_added: object, { headers, socket }: IncomingMessage) => {
    if (!headers.upgrade) return;
    socket.cork();
    setImmediate(() => socket.uncork());
  });
}

/** Terminates a connection whose client sends more than 200 packets within a minute. */
export function limitPackets(connection: Connection): void {
  let count = 0;
  let windowEndsAt = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now > windowEndsAt) {
      count = 0;
      windowEndsAt = now + WINDOW_MS;
    }
    count += 1;
    if (count <= MAX_PACKETS) return;
    logger.warn('flooding connection terminated');
    terminate(connection);
  });
}

/**
 * Terminates connections with more than 1 MiB of unsent data, to protect the node's memory. Browsers
 * reconnect and load a snapshot.
 */
export function terminateSlow(connections: Iterable<Connection>): void {
  for (const connection of connections) {
    if (bufferedBytes(connection) <= MAX_BUFFERED_BYTES) continue;
    logger.warn('slow connection terminated');
    terminate(connection);
  }
}

/**
 * Closes connections in batches, at least 100 a second and within 25 seconds: the remaining nodes take over
 * each batch before the next, so that each page is offline only for a moment. Connections that are not yet
 * closed work as before. Clients that do not complete the close handshake within a second of the last batch,
 * such as phones without reception, are terminated.
 */
export async function drainInBatches(connections: readonly Connection[]): Promise<void> {
  // Collected first, because Engine.IO drops its reference to a WebSocket when it closes it.
  const webSockets = connections.flatMap((connection) => webSocketOf(connection) ?? []);
  const size = batchSize(connections.length);
  for (let start = 0; start < connections.length; start += size) {
    if (start > 0) await setTimeout(BATCH_PAUSE_MS);
    // Not disconnect(), after which a client does not reconnect.
    for (const connection of connections.slice(start, start + size)) connection.close();
  }
  const closed = Promise.all(webSockets.map(untilClosed));
  await Promise.race([closed, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  for (const webSocket of webSockets) webSocket.terminate();
}

/** Returns how many of `count` connections are closed at a time. */
export const batchSize = (count: number): number => Math.max(MIN_BATCH, Math.ceil(count / MAX_BATCHES));

const untilClosed = (webSocket: RawWebSocket): Promise<void> =>
  new Promise((resolve) => {
    if (webSocket.readyState === CLOSED) resolve();
    else webSocket.once('close', () => resolve());
  });

/** Terminates a connection at once, dropping unsent data, without a close handshake. */
export function terminate(connection: Connection): void {
  webSocketOf(connection)?.terminate();
  connection.close(true);
}

/** Returns the bytes not yet passed to the operating system: in the WebSocket, and in Engine.IO's queue. */
function bufferedBytes(connection: Connection): number {
  const queue: readonly { data?: { length: number } }[] = Reflect.get(connection, 'writeBuffer') ?? [];
  const queued = queue.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  return queued + (webSocketOf(connection)?.bufferedAmount ?? 0);
}

interface RawWebSocket {
  /** Bytes not yet passed to the operating system. */
  bufferedAmount: number;
  readyState: number;
  once(event: 'close', listener: () => void): unknown;
  terminate(): void;
}

const isRawWebSocket = (socket: unknown): socket is RawWebSocket =>
  typeof socket === 'object' &&
  socket !== null &&
  'bufferedAmount' in socket &&
  typeof socket.bufferedAmount === 'number' &&
  'terminate' in socket &&
  typeof socket.terminate === 'function';

/** Returns a connection's WebSocket, a private field of Engine.IO's transport; null on other transports. */
function webSocketOf({ transport }: Connection): RawWebSocket | null {
  const socket: unknown = 'socket' in transport ? transport.socket : null;
  return isRawWebSocket(socket) ? socket : null;
}
