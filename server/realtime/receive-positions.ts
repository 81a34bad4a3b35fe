import { POSITION_EVERY_MS, type SentPosition, sentPositionSchema } from '#common/rides/position.ts';
import { rooms } from '#common/rides/ride-events.ts';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { logger } from '../infra/logger.ts';
import { type PublishedMessage, readPublishedMessage } from '../infra/published-message.ts';
import { throttle } from '../infra/throttle.ts';
import type { SocketServer } from './create-socket-server.ts';
import { type Subscription, subscribe } from './subscribe.ts';

/** Actions that the gateway needs for driver positions. */
export interface PositionReads {
  /** Processes a driver's position, or drops it. */
  takePosition: (driverId: string, sent: SentPosition) => Promise<void>;
  /** Invalidates the cached rides of a driver before the next position. */
  forgetRidesUnderWay: (driverId: string) => unknown;
  /** Invalidates the cached rides of all drivers. */
  forgetAllUnderWay: () => void;
}

/** Receives `position:send` of drivers. */
interface PositionReceiver {
  /**
   * Invalidates the cached rides of the drivers that a published change concerns, so that a completed ride is
   * no longer tracked.
   */
  forgetChangedRides(message: PublishedMessage): void;
  forgetAll(): void;
}

const DRIVER = rooms.driver('');

/** Failures are logged once a minute, because there may be many a second. */
const mayLog = throttle(60_000);

/** Invalidates the cached rides of the drivers that a published change concerns. */
function forgetChangedRides(
  { lines }: PublishedMessage,
  { forgetRidesUnderWay }: Pick<PositionReads, 'forgetRidesUnderWay'>,
): void {
  for (const { room } of lines) {
    if (room.startsWith(DRIVER)) forgetRidesUnderWay(room.slice(DRIVER.length));
  }
}

/**
 * Passes on positions from drivers' pages. Malformed ones, and those within half of POSITION_EVERY_MS of the
 * previous one, are dropped.
 */
export function receivePositions(io: SocketServer, reads: PositionReads): PositionReceiver {
  io.on('connection', (socket) => {
    const { driverId } = socket.data;
    if (!driverId) return;
    let lastAt = 0;
    socket.on('position:send', (sent) => {
      const now = performance.now();
      if (lastAt > 0 && now - lastAt < POSITION_EVERY_MS / 2) return;
      lastAt = now;
      const position = sentPositionSchema.safeParse(sent);
      if (!position.success) return;
      reads.takePosition(driverId, position.data).catch((error) => {
        if (mayLog('failed')) logger.warn({ error }, 'position not taken');
      });
    });
  });

  return {
    forgetChangedRides: (message) => forgetChangedRides(message, reads),
    forgetAll: reads.forgetAllUnderWay,
  };
}

/**
 * Subscribes to ride changes on a node without sockets. Driver devices send positions by REST too, and the
 * node's cache of rides under way must be invalidated as rides change, or a completed ride would still be
 * tracked.
 */
export function followRides(
  reads: Pick<PositionReads, 'forgetRidesUnderWay' | 'forgetAllUnderWay'>,
): Subscription {
  return subscribe({
    on: {
      [RIDES_CHANGED]: (text) => {
        const message = readPublishedMessage(text);
        // A newer format does not reveal the driver, so all drivers' rides are read again.
        if (message.isNewer) reads.forgetAllUnderWay();
        else forgetChangedRides(message, reads);
      },
    },
    onLost: () => logger.warn('redis subscription lost'),
    onRestored: reads.forgetAllUnderWay,
  });
}
