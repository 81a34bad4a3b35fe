import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { terminate } from './connections.ts';
import type { SocketServer, TripReads } from './create-socket-server.ts';

/** The viewers of trip links on this node. */
export interface TripViewers {
  /** Tells the viewers of a link that it has ended, and closes their sockets. */
  end(key: string): void;
  /** Closes the sockets of links that ended unnoticed: an hour after the ride, or while Redis was away. */
  closeEnded(): Promise<void>;
}

/**
 * Closes viewers' sockets as their links end. Before anything is sent to a viewer, its link is read once more: one that ended
 * during the handshake was published before the socket was in its room.
 */
export function watchTrips(io: SocketServer, { findTripKey }: TripReads): TripViewers {
  const end = (key: string) => {
    const viewers = io.local.in(rooms.trip(key));
    viewers.emit('trip:ended');
    viewers.disconnectSockets(true);
  };

  io.on('connection', async (socket) => {
    const { trip } = socket.data;
    if (!trip) return;
    try {
      if ((await findTripKey(trip.token)) === null) end(trip.key);
    } catch (error) {
      logger.warn({ error }, 'trip link could not be checked');
      // Not disconnect(): after that a client does not reconnect.
      terminate(socket.conn);
    }
  });

  return {
    end,
    async closeEnded() {
      const links = [...io.sockets.sockets.values()].flatMap(({ data }) => data.trip ?? []);
      for (const { key, token } of new Map(links.map((link) => [link.key, link])).values()) {
        if ((await findTripKey(token)) === null) end(key);
      }
    },
  };
}
