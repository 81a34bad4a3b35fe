import type { Server as HttpServer } from 'node:http';
import { rooms } from '#common/rides/ride-events.ts';
import {
  CATALOGUE_CHANGED,
  DRIVERS_CHANGED,
  OPS_CHANGED,
  RIDES_CHANGED,
  RIDES_POSITION,
  SESSIONS_ENDED,
  STAFF_CHANGED,
} from '../infra/channels.ts';
import { logger } from '../infra/logger.ts';
import { readPublishedMessage } from '../infra/published-message.ts';
import { answerRideLists, type RideListReads } from './answer-ride-lists.ts';
import {
  authenticateSockets,
  closeExpiredSockets,
  closeSessionSockets,
  type TripReads,
} from './authenticate-sockets.ts';
import { repeatAccessChecks } from './check-access.ts';
import {
  drainInBatches,
  joinFirstWrites,
  keepConnections,
  limitPackets,
  terminate,
  terminateSlow,
} from './connections.ts';
import { createSocketServer } from './create-socket-server.ts';
import { emitToRoom } from './emit-to-room.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { createFanOut } from './fan-out.ts';
import { measureRooms } from './measure-rooms.ts';
import { type RideReads, withNewerFormats } from './newer-formats.ts';
import { type PositionReads, receivePositions } from './receive-positions.ts';
import { subscribe } from './subscribe.ts';
import { watchTrips } from './trip-viewers.ts';
import { watchLinks } from './watch-links.ts';
import { type OfferReads, watchOffers } from './watch-offers.ts';
import { type OpsReads, watchOps } from './watch-ops.ts';

const SLOW_CHECK_MS = 1_000;

/** The realtime part of a node: forwards Redis messages to sockets. */
interface Gateway {
  /** Resolves once the node has subscribed to Redis. */
  ready: Promise<void>;
  /** Whether the node is subscribed now. */
  isUp(): boolean;
  /** Updates the metrics that are only measured on request. */
  measure(): void;
  /** Drains the sockets and unsubscribes. */
  close(): Promise<void>;
}

/** The reads and actions that the gateway gets from the domain folders, on which it does not depend. */
export type GatewayReads = OfferReads & OpsReads & TripReads & PositionReads & RideReads & RideListReads;

/**
 * Pushes every published change of a ride to the sockets of this node. Each node has its own subscription and
 * emits to its own sockets only, so a socket gets each change once, however many nodes there are. The gateway
 * writes nothing and knows no models. What it keeps in memory may be lost with the process: its sockets,
 * cached offers, and which sessions ended a moment ago.
 */
export function startGateway(httpServer: HttpServer, reads: GatewayReads): Gateway {
  const isUnsubscribed = () => !subscription.isUp();
  const io = createSocketServer(httpServer, isUnsubscribed);
  const ended = createEndedSessions(isUnsubscribed);
  io.engine.on('connection', limitPackets);
  joinFirstWrites(io.engine);
  const connections = keepConnections(io.engine);
  authenticateSockets(io, reads, ended);
  watchLinks(io);
  answerRideLists(io, reads);
  const offerWatch = watchOffers(io, reads);
  const opsWatch = watchOps(io, reads);
  const trips = watchTrips(io, reads);
  const positions = receivePositions(io, reads);
  const fanOut = createFanOut(io);

  const access = repeatAccessChecks([
    () => closeExpiredSockets(io),
    trips.closeEnded,
    opsWatch.check,
    offerWatch.check,
  ]);

  // Called for messages in this release's format. Of newer formats, rides are read anew from the database;
  // positions are dropped, and consoles reload.
  const handlers = withNewerFormats(io, reads, {
    ride: (message) => {
      positions.forgetChangedRides(message);
      // Before the lines are forwarded, so that viewers whose link has ended get nothing further.
      trips.closeEndedBy(message);
      fanOut(message);
    },
    position: createFanOut(io, { onDelay: () => {} }),
    ops: fanOut,
  });

  const subscription = subscribe({
    on: {
      [RIDES_CHANGED]: (text) => {
        const message = readPublishedMessage(text);
        offerWatch.forgetChangedOffers(message);
        handlers.ride(message);
      },
      [RIDES_POSITION]: (text) => handlers.position(readPublishedMessage(text)),
      [OPS_CHANGED]: (text) => handlers.ops(readPublishedMessage(text)),
      [STAFF_CHANGED]: (staffId) => opsWatch.dropStaff(staffId),
      [SESSIONS_ENDED]: (sessionId) => {
        ended.record(sessionId);
        closeSessionSockets(io, sessionId);
      },
      [DRIVERS_CHANGED]: (text) => {
        const driverIds = text.split(' ');
        offerWatch.dropDrivers(driverIds);
        emitToRoom(
          io,
          rooms.ops,
          'fleet:changed',
          driverIds.map((id) => JSON.stringify(id)),
        );
      },
      [CATALOGUE_CHANGED]: () => io.local.emit('catalogue:changed'),
    },
    onLost: () => {
      logger.warn('redis subscription lost');
      ended.recordGap();
      io.local.emit('subscription:lost');
    },
    onRestored: () => {
      logger.warn('redis subscription restored, clients resync');
      ended.recordGap();
      // Changes of drivers, such as going off duty or a suspension, were missed too.
      offerWatch.dropAll();
      opsWatch.dropAll();
      positions.forgetAll();
      io.local.emit('resync');
      // Sign-outs were missed too, and if Redis lost its data there are no sessions left.
      access.checkNow();
    },
  });

  const slowCheck = setInterval(terminateSlow, SLOW_CHECK_MS, connections);

  return {
    ready: subscription.ready,
    isUp: subscription.isUp,
    measure: () => measureRooms(io),
    async close() {
      clearInterval(slowCheck);
      access.close();
      await drainInBatches([...connections]);
      for (const connection of connections) terminate(connection);
      io.engine.close();
      subscription.close();
    },
  };
}
