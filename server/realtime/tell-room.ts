import type { ServerToClientEvents } from '#common/rides/events.ts';
import { eventsTold } from '../infra/metrics.ts';
import type { SocketServer } from './create-socket-server.ts';
import { encodeEvent } from './encode-event.ts';
import { writeEvent } from './write-event.ts';

type ListEvent = 'ride:changed' | 'offer:added' | 'offer:removed';
type ItemsOf<Event extends ListEvent> = Parameters<ServerToClientEvents[Event]>[0];

/** Tells the sockets of a room on this node some items, encoded once for all of them. */
export function tellRoom<Event extends ListEvent>(
  { sockets: { adapter, sockets } }: SocketServer,
  room: string,
  event: Event,
  items: ItemsOf<Event>,
): void {
  const members = adapter.rooms.get(room);
  if (!members) return;

  const encoded = encodeEvent(event, items);
  for (const id of members) {
    const socket = sockets.get(id);
    if (socket) writeEvent(socket.conn, encoded);
  }
  eventsTold.inc({ event }, items.length);
}
