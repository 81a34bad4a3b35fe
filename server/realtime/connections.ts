import { setTimeout } from 'node:timers/promises';
import type { Socket as Connection, Server } from 'engine.io';
import { logger } from '../infra/logger.ts';

/** Packets a peer may send per window; a driver's page under way sends some 80: positions, and answers to pings. */
const MAX_PACKETS = 200;
const WINDOW_MS = 60_000;

/** Unsent bytes a node keeps for one peer. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Connections closed at a time, at least: 100 a second. */
const MIN_BATCH = 25;
const BATCH_PAUSE_MS = 250;
/** 25 seconds, less than a process has to end (`server/infra/graceful-shutdown.ts`). */
const MAX_BATCHES = 100;

/** How long a peer may take to answer a close. */
const ANSWER_MS = 1_000;

/** WebSocket.CLOSED. */
const CLOSED = 3;

/** Keeps a server's open connections, those included that have not signed in yet, or never do. */
export function keepConnections(engine: Pick<Server, 'on'>): ReadonlySet<Connection> {
  const open = new Set<Connection>();
  engine.on('connection', (connection: Connection) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
  });
  return open;
}

/** Terminates a connection whose peer sends more than 200 packets within a minute. */
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
 * Terminates connections with more than one mebibyte of unsent data, so that the node keeps its memory. Their
 * browsers reconnect and take a snapshot.
 */
export function terminateSlow(connections: Iterable<Connection>): void {
  for (const connection of connections) {
    if (bufferedBytes(connection) <= MAX_BUFFERED_BYTES) continue;
    logger.warn('slow connection terminated');
    terminate(connection);
  }
}

/**
 * Closes connections in batches, 100 a second, over 25 seconds at most: the remaining nodes take each batch in before the next, so that a
 * page is away for a moment, however many there are. Those that wait for their turn go on as before. A peer that does not answer the close
 * within a second after the last, such as a phone that is out of reach, is waited for no longer.
 */
export async function drainInBatches(connections: readonly Connection[]): Promise<void> {
  // Engine.IO lets go of a WebSocket as it is closed.
  const webSockets = connections.flatMap((connection) => webSocketOf(connection) ?? []);
  const size = batchSize(connections.length);
  for (let start = 0; start < connections.length; start += size) {
    if (start > 0) await setTimeout(BATCH_PAUSE_MS);
    // Not disconnect(): after that a client does not reconnect.
    for (const connection of connections.slice(start, start + size)) connection.close();
  }
  const closed = Promise.all(webSockets.map(untilClosed));
  await Promise.race([closed, setTimeout(ANSWER_MS, undefined, { ref: false })]);
  for (const webSocket of webSockets) webSocket.terminate();
}

/** How many of so many connections are closed at a time. */
export const batchSize = (count: number): number => Math.max(MIN_BATCH, Math.ceil(count / MAX_BATCHES));

const untilClosed = (webSocket: RawWebSocket): Promise<void> =>
  new Promise((resolve) => {
    if (webSocket.readyState === CLOSED) resolve();
    else webSocket.once('close', () => resolve());
  });

/** Ends a connection at once: unsent data is dropped, and no close handshake is awaited. */
export function terminate(connection: Connection): void {
  webSocketOf(connection)?.terminate();
  connection.close(true);
}

/** What is not yet with the operating system: in the WebSocket, and in Engine.IO's queue before it. */
function bufferedBytes(connection: Connection): number {
  const queue: readonly { data?: { length: number } }[] = Reflect.get(connection, 'writeBuffer') ?? [];
  const queued = queue.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  return queued + (webSocketOf(connection)?.bufferedAmount ?? 0);
}

interface RawWebSocket {
  /** Bytes given to it that are not with the operating system yet. */
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

/** The WebSocket under a connection, a private field of Engine.IO's transport; null on other transports. */
function webSocketOf({ transport }: Connection): RawWebSocket | null {
  const socket: unknown = 'socket' in transport ? transport.socket : null;
  return isRawWebSocket(socket) ? socket : null;
}
