import type { Server as HttpServer } from 'node:http';
import { RIDES_CHANGED } from '#common/rides/events.ts';
import type { Offer } from '#common/rides/ride.ts';
import { SESSIONS_ENDED } from '../http/session.ts';
import { logger } from '../infra/logger.ts';
import { socketRooms } from '../infra/metrics.ts';
import { admitSockets, closeRunOutSockets, closeSockets } from './admit-sockets.ts';
import { closeInSlices } from './close-in-slices.ts';
import { createSocketServer } from './create-socket-server.ts';
import { cutConnection } from './cut-connection.ts';
import { dropSlowConnections } from './drop-slow-connections.ts';
import { limitMessages } from './limit-messages.ts';
import { listen } from './listen.ts';
import { createRelay } from './relay-announcement.ts';
import { watchOffers } from './watch-offers.ts';

const SLOW_CHECK_MS = 1_000;
const SESSION_CHECK_MS = 600_000;
const SESSION_RETRY_MS = 1_000;

/** Redis in, sockets out. */
export interface Gateway {
  /** Settles once this node hears announcements. */
  ready: Promise<void>;
  /** Whether it hears them now. */
  isUp(): boolean;
  /** Sends the browsers elsewhere, and stops listening. */
  close(): Promise<void>;
}

interface GatewayOptions {
  /** Reads the open offers for drivers who begin to watch. */
  listOffers: () => Promise<Offer[]>;
}

/**
 * Pushes every announced change of a ride to the sockets of this node. Each node listens for itself and tells its own sockets only, so a
 * socket hears each announcement once, however many nodes there are. It holds no state, takes no writes and knows no models.
 */
export function startGateway(httpServer: HttpServer, { listOffers }: GatewayOptions): Gateway {
  const io = createSocketServer(httpServer);
  io.engine.on('connection', limitMessages);
  admitSockets(io);
  watchOffers(io, listOffers);

  const closeRunOut = () => {
    closeRunOutSockets(io).catch((error) => {
      logger.warn({ error }, 'session check failed');
      setTimeout(closeRunOut, SESSION_RETRY_MS).unref();
    });
  };

  const listening = listen({
    on: {
      [RIDES_CHANGED]: createRelay(io),
      [SESSIONS_ENDED]: (sessionId) => closeSockets(io, sessionId),
    },
    onLost: () => {
      logger.warn('redis subscription lost');
      io.local.emit('subscription:lost');
    },
    onRestored: () => {
      logger.warn('redis subscription restored, resyncing clients');
      io.local.emit('resync');
      // Who signed out meanwhile was not heard of, and a Redis that lost its data has forgotten everybody.
      closeRunOut();
    },
  });

  const connections = () => [...io.sockets.sockets.values()].map((socket) => socket.conn);
  const slowCheck = setInterval(() => {
    dropSlowConnections(connections());
    socketRooms.set(io.sockets.adapter.rooms.size);
  }, SLOW_CHECK_MS);

  const sessionCheck = setInterval(closeRunOut, SESSION_CHECK_MS);

  return {
    ready: listening.ready,
    isUp: listening.isUp,
    async close() {
      clearInterval(slowCheck);
      clearInterval(sessionCheck);
      await closeInSlices(connections());
      for (const connection of connections()) cutConnection(connection);
      io.engine.close();
      listening.close();
    },
  };
}
