import { publishDelaySeconds } from '../infra/metrics.ts';
import { createBatch } from './create-batch.ts';
import type { SocketServer } from './create-socket-server.ts';
import { tellRoom } from './tell-room.ts';

/** Splits a text at its first space. */
function atSpace(text: string): [head: string, rest: string] {
  const space = text.indexOf(' ');
  if (space < 0) throw new Error('an announcement has a line without a space');
  return [text.slice(0, space), text.slice(space + 1)];
}

/**
 * Tells this node's sockets what an announcement (`rides/compose-ride-message.ts`) holds for them. A line for a room in which nobody
 * is here is passed over, the others go as they are: nothing of a ride is read or written anew.
 */
export function createRelay(io: SocketServer): (announcement: string) => void {
  const tell = createBatch<string>((audience, items) => {
    const [room, event] = atSpace(audience);
    tellRoom(io, room, event, items);
  });
  const { rooms } = io.sockets.adapter;

  return (announcement) => {
    const [changedAt, ...lines] = announcement.split('\n');
    publishDelaySeconds.observe((Date.now() - Number(changedAt)) / 1_000);

    for (const line of lines) {
      const [room, message] = atSpace(line);
      if (!rooms.has(room)) continue;
      const [event, item] = atSpace(message);
      tell(`${room} ${event}`, item);
    }
  };
}
