import { rooms } from '#common/rides/ride-events.ts';
import { readNewerFormat } from '../infra/announcement.ts';
import { logger } from '../infra/logger.ts';
import type { SocketServer } from './create-socket-server.ts';

/** What the gateway has composed anew of rides. */
export interface RideReads {
  /**
   * The announcement of a ride as it is stored now, in the format of this release, with all that changed after a version; null where there
   * is no such ride.
   */
  composeRide: (rideId: string, publishedVersion: number) => Promise<string | null>;
}

type Handle = (message: string) => void;

interface Handlers {
  ride: Handle;
  position: Handle;
  ops: Handle;
}

/**
 * Handles announcements of newer releases, while they run beside this one: docs/decisions/044-migrations.md. A ride is composed anew
 * from what is stored; consoles read their lists anew; a position is dropped, since the next one follows.
 *
 * @param handlers of what this release can read, by what is announced
 */
export function withNewerFormats(io: SocketServer, { composeRide }: RideReads, handlers: Handlers): Handlers {
  const orElse =
    (handle: Handle, handleNewer: (about: readonly string[]) => void): Handle =>
    (message) => {
      const about = readNewerFormat(message);
      if (about) handleNewer(about);
      else handle(message);
    };

  async function announceAnew([rideId = '', publishedVersion]: readonly string[]): Promise<void> {
    try {
      const message = await composeRide(rideId, Number(publishedVersion));
      if (message) handlers.ride(message);
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
