import type { Socket as Connection } from 'engine.io';
import { logger } from '../infra/logger.ts';
import { cutConnection } from './cut-connection.ts';
import { webSocketOf } from './web-socket-of.ts';

/** What may wait for one peer, in bytes. */
const MOST_WAITING_BYTES = 1_048_576;

/** What a peer has been sent and has not taken, in bytes: in its WebSocket, and in Engine.IO's queue behind that. */
function waitingBytes(connection: Connection): number {
  const queue: readonly { data?: { length: number } }[] = Reflect.get(connection, 'writeBuffer') ?? [];
  const queued = queue.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  return queued + (webSocketOf(connection)?.bufferedAmount ?? 0);
}

/** Cuts connections whose peers have fallen behind by more than a mebibyte: they come back to a snapshot, and the node keeps its memory. */
export function dropSlowConnections(connections: Iterable<Connection>): void {
  for (const connection of connections) {
    if (waitingBytes(connection) <= MOST_WAITING_BYTES) continue;
    logger.warn('slow socket terminated');
    cutConnection(connection);
  }
}
