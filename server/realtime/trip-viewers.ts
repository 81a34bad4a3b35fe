import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { PublishedMessage } from '../infra/published-message.ts';
import type { TripReads } from './authenticate-sockets.ts';
import { terminate } from './connections.ts';
import type { SocketServer } from './create-socket-server.ts';

/** Manages the viewers of trip links on this node. */
interface TripViewers {
  /** Notifies viewers whose link has ended according to a published change, and closes their sockets. */
  closeEndedBy(message: PublishedMessage): void;
  /**
   * Closes the sockets of links that ended without a message: an hour after the ride, or while Redis
   * was unavailable.
   */
  closeEnded(): Promise<void>;
}

const TRIP = rooms.trip('');

/**
 * Closes viewers' sockets when their link ends. Each socket's link is read again once connected, because an
 * end during the handshake was published before the socket joined the room.
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
      // Not disconnect(), after which a client does not reconnect.
      terminate(socket.conn);
    }
  });

  return {
    closeEndedBy({ lines }) {
      for (const { room, event } of lines) {
        if (event === 'trip:ended') end(room.slice(TRIP.length));
      }
    },
    async closeEnded() {
      const links = [...io.sockets.sockets.values()].flatMap(({ data }) => data.trip ?? []);
      for (const { key, token } of new Map(links.map((link) => [link.key, link])).values()) {
        if ((await findTripKey(token)) === null) end(key);
      }
    },
  };
}
