import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { LIST_EVERY_MS, type RideListReply } from '#common/rides/ride-events.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { batchReads } from '../infra/share-reads.ts';
import { withJson } from './acknowledgement-json.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/** The rides of some users, by user id: null for users with too many. Users without rides may be missing. */
type RideLists<Ride> = ReadonlyMap<string, Ride[] | null>;

/** Reads that the gateway needs for pages that list their own rides. */
export interface RideListReads {
  /** Returns the rides of each of these riders, as they see them, if they are not more than `most`. */
  listRidesOfRiders: (riderIds: readonly string[], most: number) => Promise<RideLists<RiderRide>>;
  /** The same of drivers. */
  listRidesOfDrivers: (driverIds: readonly string[], most: number) => Promise<RideLists<DriverRide>>;
}

/**
 * The longest list that is sent, in rides and in characters of JSON. Longer ones would delay the events
 * behind them on a slow connection.
 */
const MAX_RIDES = 60;
const MAX_LENGTH = 131_072;

/** How many users with long lists a node remembers, so that their lists are refused without reading them. */
const MAX_REMEMBERED = 100_000;

const REFUSED = 'Please log in to see your rides.';
const TOO_OFTEN = 'Your rides were listed a moment ago.';
const TOO_LONG = 'There are too many rides to list at once.';
const FAILED = 'Your rides could not be loaded. Please try again.';

type Acknowledge<Ride> = (reply: RideListReply<Ride>) => void;

/**
 * Handles `rides:list-as-rider` and `rides:list-as-driver`. When thousands of pages reconnect at once, their
 * lists are read together. A socket has joined its rooms before, so that a change after the read reaches it
 * as an event.
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
  readMany: (userIds: readonly string[], most: number) => Promise<RideLists<Ride>>,
): (request: ListRequest<Ride>) => Promise<void> {
  const read = batchReads((userIds) =>
    readMany(userIds, MAX_RIDES).catch((error: unknown) => {
      logger.error({ error, users: userIds.length }, 'lists of rides could not be read');
      throw error;
    }),
  );
  const answeredAt = new WeakMap<GatewaySocket, number>();
  /** Users whose lists were too long. Lists rarely get shorter, and can always be read by REST. */
  const withLongLists = new Set<string>();
  /** The JSON of each list that was read, for several sockets of a user. */
  const jsonOf = new WeakMap<Ride[], string>();

  async function readList(userId: string): Promise<{ rides: Ride[]; json: string } | null> {
    if (withLongLists.has(userId)) return null;
    const rides = await read(userId);
    const list = rides === undefined ? [] : rides;
    const json = list && (jsonOf.get(list) ?? JSON.stringify(list));
    if (list && json !== null && json.length <= MAX_LENGTH) {
      jsonOf.set(list, json);
      return { rides: list, json };
    }
    if (withLongLists.size >= MAX_REMEMBERED) withLongLists.clear();
    withLongLists.add(userId);
    return null;
  }

  return async ({ socket, userId, acknowledge }) => {
    // Clients may send anything, whatever the types say.
    if (typeof acknowledge !== 'function') return;
    if (!userId) {
      acknowledge({ error: REFUSED });
      return;
    }
    const askedAt = performance.now();
    if (askedAt - (answeredAt.get(socket) ?? Number.NEGATIVE_INFINITY) < LIST_EVERY_MS) {
      acknowledge({ error: TOO_OFTEN });
      return;
    }
    answeredAt.set(socket, askedAt);
    try {
      const list = await readList(userId);
      if (!list) {
        acknowledge({ error: TOO_LONG });
        return;
      }
      const now = databaseClock.now().toISOString();
      const reply = { userId, now, rides: list.rides };
      acknowledge(withJson(reply, `{"userId":"${userId}","now":"${now}","rides":${list.json}}`));
    } catch {
      acknowledge({ error: FAILED });
    }
  };
}
