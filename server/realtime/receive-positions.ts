import { POSITION_EVERY_MS, type SentPosition, sentPositionSchema } from '#common/rides/position.ts';
import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { throttle } from '../infra/throttle.ts';
import type { SocketServer } from './create-socket-server.ts';

/** What the gateway hands on of positions. */
export interface PositionReads {
  /** Takes a driver's position, or drops it. */
  takePosition: (driverId: string, sent: SentPosition) => Promise<void>;
  /** Has a driver's rides read anew before the next position counts. */
  forgetRidesUnderWay: (driverId: string) => unknown;
  /** The same for every driver. */
  forgetAllUnderWay: () => void;
}

/** Handles `position:send` of drivers. */
export interface PositionReceiver {
  /** Notes whose rides a published change is about: a ride that is completed is seen no more. */
  noteRideMessage(message: string): void;
  forgetAll(): void;
}

const DRIVER = rooms.driver('');

/** Failures of taking positions are logged once a minute: there are many a second. */
const mayLog = throttle(60_000);

/** Has the rides read anew that the drivers of a published change are on the road for. */
export function forgetChangedRides(
  message: string,
  { forgetRidesUnderWay }: Pick<PositionReads, 'forgetRidesUnderWay'>,
): void {
  for (let at = message.indexOf(`\n${DRIVER}`); at >= 0; at = message.indexOf(`\n${DRIVER}`, at + 1)) {
    const start = at + 1 + DRIVER.length;
    forgetRidesUnderWay(message.slice(start, message.indexOf(' ', start)));
  }
}

/** Hands on what drivers' pages say of where they are; what is malformed, or comes within the same second, is dropped unread. */
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
    noteRideMessage: (message) => forgetChangedRides(message, reads),
    forgetAll: reads.forgetAllUnderWay,
  };
}
