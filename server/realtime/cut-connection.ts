import type { Socket as Connection } from 'engine.io';
import { webSocketOf } from './web-socket-of.ts';

/** Ends a connection at once, without waiting for its peer to take what is left or to say goodbye. */
export function cutConnection(connection: Connection): void {
  webSocketOf(connection)?.terminate();
  connection.close(true);
}
