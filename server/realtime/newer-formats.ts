import { rooms } from '#common/rides/ride-events.ts';
import { type ReceivedAnnouncement, readAnnouncement } from '../infra/announcement.ts';
import { logger } from '../infra/logger.ts';
import type { SocketServer } from './create-socket-server.ts';

/** Reads that the gateway needs to announce a ride itself. */
export interface RideReads {
  /**
   * Composes a ride's announcement in this release's format from the stored ride, with all changes since a
   * version; null when there is no such ride.
   */
  composeRide: (rideId: string, publishedVersion: number) => Promise<string | null>;
}

type Handle = (announcement: ReceivedAnnouncement) => void;

interface Handlers {
  ride: Handle;
  position: Handle;
  ops: Handle;
}

/**
 * Handles announcements in formats of newer releases that run at the same time:
 * docs/decisions/044-migrations.md. A ride is read from the database and announced in this release's format;
 * consoles reload their lists; a position is dropped, since the next one follows.
 *
 * @param handlers handle the formats that this release can read
 */
export function withNewerFormats(io: SocketServer, { composeRide }: RideReads, handlers: Handlers): Handlers {
  const orElse =
    (handle: Handle, handleNewer: (about: readonly string[]) => void): Handle =>
    (announcement) => {
      if (announcement.isNewer) handleNewer(announcement.about);
      else handle(announcement);
    };

  async function announceAnew([rideId = '', publishedVersion]: readonly string[]): Promise<void> {
    try {
      const message = await composeRide(rideId, Number(publishedVersion));
      if (message) handlers.ride(readAnnouncement(message));
    } catch (error) {
      logger.warn({ error, rideId }, 'ride of a newer release could not be read, clients resync');
      io.local.emit('resync');
    }
  }

  return {
    ride: orElse(handlers.ride, announceAnew),
    position: orElse(handlers.position, () => {}),
    ops: orElse(handlers.ops, () => io.local.to(rooms.ops).emit('resync')),
  };
}
