import type { Offer } from '#common/rides/ride.ts';
import { CITY, rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { SocketServer } from './create-socket-server.ts';

/**
 * Handles `offers:watch` and `offers:unwatch` of drivers. The room is joined before the offers are read, so
 * an offer published in between is sent twice rather than never.
 */
export function watchOffers(io: SocketServer, listOffers: () => Promise<Offer[]>): void {
  const readOffers = singleFlight(listOffers);
  const room = rooms.offers(CITY);

  io.on('connection', (socket) => {
    socket.on('offers:watch', async (acknowledge) => {
      // Types say nothing of what a client really sends.
      if (typeof acknowledge !== 'function') return;
      if (!socket.data.driverId) {
        acknowledge({ error: 'Please log in as a driver to see ride requests.' });
        return;
      }
      await socket.join(room);
      try {
        acknowledge({ offers: await readOffers() });
      } catch (error) {
        logger.error({ error }, 'open offers could not be read');
        await socket.leave(room);
        acknowledge({ error: 'Ride requests could not be loaded. Please try again.' });
      }
    });
    socket.on('offers:unwatch', () => socket.leave(room));
  });
}

/**
 * Lets concurrent callers share a costly read without getting stale results: a call made while a read is
 * running shares the next read, never the one that began before the call. A thousand reconnecting drivers
 * cost two reads instead of a thousand.
 */
export function singleFlight<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;

  const run = (): Promise<Result> => {
    next = null;
    const current = read().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  };

  return () => {
    if (!running) return run();
    next ??= running.then(run, run);
    return next;
  };
}
