import { eventsEmitted } from '../infra/metrics.ts';
import type { SocketServer } from './create-socket-server.ts';
import { encodeEvent } from './encode-event.ts';
import { writeEvent } from './write-event.ts';

/** Tells the sockets of a room on this node some items, each given as JSON: one list, encoded once for all of them. */
export function tellRoom(
  { sockets: { adapter, sockets } }: SocketServer,
  room: string,
  event: string,
  items: readonly string[],
): void {
  const members = adapter.rooms.get(room);
  if (!members) return;

  const encoded = encodeEvent(event, items);
  for (const id of members) {
    const socket = sockets.get(id);
    if (socket) writeEvent(socket.conn, encoded);
  }
  eventsEmitted.inc({ event }, items.length);
}
