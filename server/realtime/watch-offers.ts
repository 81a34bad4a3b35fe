import type { Offer } from '#common/rides/ride.ts';
import { CITY, rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { SocketServer } from './create-socket-server.ts';
import { shareNextRun } from './share-next-run.ts';

/**
 * Lets drivers watch the offers of the city. The room is joined before the offers are read, so an offer that comes up in between is
 * told twice rather than never.
 */
export function watchOffers(io: SocketServer, listOffers: () => Promise<Offer[]>): void {
  const readOffers = shareNextRun(listOffers);
  const room = rooms.offers(CITY);

  io.on('connection', (socket) => {
    socket.on('offers:watch', async (acknowledge) => {
      // What a page sends is not typed, whatever the contract says.
      if (typeof acknowledge !== 'function') return;
      if (!socket.data.driverId) {
        acknowledge({ error: 'Please log in as a driver to see ride requests.' });
        return;
      }
      await socket.join(room);
      try {
        acknowledge({ offers: await readOffers() });
      } catch (error) {
        logger.error({ error }, 'offers query failed');
        await socket.leave(room);
        acknowledge({ error: 'Ride requests could not be loaded. Please try again.' });
      }
    });
    socket.on('offers:unwatch', () => socket.leave(room));
  });
}
