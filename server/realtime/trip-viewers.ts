import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { terminate } from './connections.ts';
import type { SocketServer, TripReads } from './create-socket-server.ts';

/** The viewers of trip links on this node. */
export interface TripViewers {
  /** Tells the viewers of links that a published change says have ended, and closes their sockets. */
  noteRideMessage(message: string): void;
  /** Closes the sockets of links that ended unnoticed: an hour after the ride, or while Redis was away. */
  closeEnded(): Promise<void>;
}

/** How a line of a published change begins that is for the viewers of a link, and how one goes on that ends it. */
const TRIP_LINE = `\n${rooms.trip('')}`;
const IS_ENDED = ' trip:ended ';

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
    noteRideMessage(message) {
      for (let at = message.indexOf(TRIP_LINE); at >= 0; at = message.indexOf(TRIP_LINE, at + 1)) {
        const start = at + TRIP_LINE.length;
        const space = message.indexOf(' ', start);
        if (message.startsWith(IS_ENDED, space)) end(message.slice(start, space));
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
