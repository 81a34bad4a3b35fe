import type { Server } from 'socket.io';
import { eventsEmitted } from '#server/infra/metrics.ts';

// Replaces `server/realtime/emit-to-room.ts` in dist/server-stock.js: the same server on Socket.IO's
// public API alone.

/**
 * Emits an event through Socket.IO's adapter. That needs values, so each item is parsed, and serialized
 * again by its encoder.
 */
export function emitToRoom(io: Server, room: string, event: string, items: readonly string[]): void {
  const values = items.map((item) => JSON.parse(item));
  io.local.to(room).emit(event, values);
  eventsEmitted.inc({ event }, items.length);
}
