import { rooms } from '#common/rides/ride-events.ts';
import { socketsInRooms } from '../infra/metrics.ts';
import type { SocketServer } from './create-socket-server.ts';

const KINDS = Object.keys(rooms);

/** Measures this node's sockets by kind of room, such as `offers` for `offers:las-vegas:sedan`. */
export function measureRooms({ sockets: { adapter } }: SocketServer): void {
  const counts = new Map(KINDS.map((kind) => [kind, 0]));
  for (const [room, members] of adapter.rooms) {
    const [kind = ''] = room.split(':', 1);
    const count = counts.get(kind);
    if (count !== undefined) counts.set(kind, count + members.size);
  }
  for (const [kind, count] of counts) socketsInRooms.set({ kind }, count);
}
