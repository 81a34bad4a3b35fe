import type { Server } from 'socket.io';
import { eventsEmitted } from '#server/infra/metrics.ts';

// Takes the place of `server/realtime/emit-to-room.ts` in dist/server-stock.js: the same server on the public
// API of Socket.IO alone.

/**
 * Emits an event by Socket.IO's own adapter, which wants values: each item is parsed, and serialized again by
 * its encoder.
 */
export function emitToRoom(io: Server, room: string, event: string, items: readonly string[]): void {
  const values = items.map((item) => JSON.parse(item));
  io.local.to(room).emit(event, values);
  eventsEmitted.inc({ event }, items.length);
}
