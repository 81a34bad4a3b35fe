import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { LIST_EVERY_MS, type RideListReply } from '#common/rides/ride-events.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { batchReads } from '../infra/share-reads.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';
import { withJson } from './encode-once.ts';

/** Reads that the gateway needs for pages that list their own rides. */
export interface RideListReads {
  /** Returns the rides of each of these riders, as they see them. A rider without any may be missing. */
  listRidesOfRiders: (riderIds: readonly string[]) => Promise<ReadonlyMap<string, RiderRide[]>>;
  /** The same of drivers. */
  listRidesOfDrivers: (driverIds: readonly string[]) => Promise<ReadonlyMap<string, DriverRide[]>>;
}

/**
 * The longest list that is sent, in characters of JSON: of about sixty rides. Longer ones would delay the
 * events behind them on a slow connection.
 */
const MAX_LENGTH = 131_072;

const REFUSED = 'Please log in to see your rides.';
const TOO_OFTEN = 'Your rides were listed a moment ago.';
const TOO_LONG = 'There are too many rides to list at once.';
const FAILED = 'Your rides could not be loaded. Please try again.';

type Acknowledge<Ride> = (reply: RideListReply<Ride>) => void;

/**
 * Handles `rides:list-as-rider` and `rides:list-as-driver`. When thousands of pages reconnect at once, the
 * lists requested meanwhile are read together. A socket has joined its rooms before, so that a change after
 * the read reaches it as an event.
 */
export function answerRideLists(io: SocketServer, reads: RideListReads): void {
  const listForRider = createListing(reads.listRidesOfRiders);
  const listForDriver = createListing(reads.listRidesOfDrivers);

  io.on('connection', (socket) => {
    socket.on('rides:list-as-rider', (acknowledge) =>
      listForRider({ socket, userId: socket.data.riderId, acknowledge }),
    );
    socket.on('rides:list-as-driver', (acknowledge) =>
      listForDriver({ socket, userId: socket.data.driverId, acknowledge }),
    );
  });
}

interface ListRequest<Ride> {
  socket: GatewaySocket;
  /** The socket's user in the role; undefined if it has none. */
  userId: string | undefined;
  acknowledge: Acknowledge<Ride>;
}

function createListing<Ride extends object>(
  readMany: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Ride[]>>,
): (request: ListRequest<Ride>) => Promise<void> {
  const read = batchReads((userIds) =>
    readMany(userIds).catch((error: unknown) => {
      logger.error({ error, users: userIds.length }, 'lists of rides could not be read');
      throw error;
    }),
  );
  const answeredAt = new WeakMap<GatewaySocket, number>();

  return async ({ socket, userId, acknowledge }) => {
    // Clients may send anything, whatever the types say.
    if (typeof acknowledge !== 'function') return;
    if (!userId) {
      acknowledge({ error: REFUSED });
      return;
    }
    const now = performance.now();
    if (now - (answeredAt.get(socket) ?? Number.NEGATIVE_INFINITY) < LIST_EVERY_MS) {
      acknowledge({ error: TOO_OFTEN });
      return;
    }
    answeredAt.set(socket, now);
    try {
      const rides = (await read(userId)) ?? [];
      const reply = { userId, now: databaseClock.now().toISOString(), rides };
      const json = JSON.stringify(reply);
      acknowledge(json.length > MAX_LENGTH ? { error: TOO_LONG } : withJson(reply, json));
    } catch {
      acknowledge({ error: FAILED });
    }
  };
}
