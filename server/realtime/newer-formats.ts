import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { type PublishedMessage, readPublishedMessage } from '../infra/published-message.ts';
import type { SocketServer } from './create-socket-server.ts';

/** Reads that the gateway needs to compose a ride's message itself. */
export interface RideReads {
  /**
   * Composes a ride's message in this release's format from the stored ride, with all changes since a
   * version; null when there is no such ride.
   */
  recomposeRideMessage: (rideId: string, publishedVersion: number) => Promise<string | null>;
}

type Handle = (message: PublishedMessage) => void;

interface Handlers {
  ride: Handle;
  position: Handle;
  ops: Handle;
}

/**
 * Handles messages in formats of newer releases that run at the same time: docs/decisions/044-migrations.md.
 * A ride is read from the database and forwarded in this release's format; consoles reload their lists; a
 * position is dropped, since the next one follows.
 *
 * @param handlers handle the formats that this release can read
 */
export function withNewerFormats(
  io: SocketServer,
  { recomposeRideMessage }: RideReads,
  handlers: Handlers,
): Handlers {
  const orElse =
    (handle: Handle, handleNewer: (about: readonly string[]) => void): Handle =>
    (message) => {
      if (message.isNewer) handleNewer(message.about);
      else handle(message);
    };

  async function forwardFromDatabase([rideId = '', publishedVersion]: readonly string[]): Promise<void> {
    try {
      const text = await recomposeRideMessage(rideId, Number(publishedVersion));
      if (text) handlers.ride(readPublishedMessage(text));
    } catch (error) {
      logger.warn({ error, rideId }, 'ride of a newer release could not be read, clients resync');
      io.local.emit('resync');
    }
  }

  return {
    ride: orElse(handlers.ride, forwardFromDatabase),
    position: orElse(handlers.position, () => {}),
    ops: orElse(handlers.ops, () => io.local.to(rooms.ops).emit('resync')),
  };
}
