import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { LIST_EVERY_MS, type RecentRides } from '#common/rides/ride-events.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { batchReads } from '../infra/share-reads.ts';
import { withJson } from './acknowledgement-json.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/** Lists by user id: null for users with too many rides. Users without rides may be missing. */
type Lists<List> = ReadonlyMap<string, List | null>;
type ReadLists<List> = (userIds: readonly string[], most: number) => Promise<Lists<List>>;

/** A whole list. */
interface WholeRides<Ride> {
  rides: Ride[];
}

/** Reads that the gateway needs for pages that list their own rides. */
export interface RideListReads {
  /** Returns the rides of each of these riders, as they see them, if they are not more than `most`. */
  listRidesOfRiders: ReadLists<WholeRides<RiderRide>>;
  /** The same of drivers. */
  listRidesOfDrivers: ReadLists<WholeRides<DriverRide>>;
  /** Returns what may have changed of these lists a short time ago, and the versions of the rest. */
  listRecentRidesOfRiders: ReadLists<RecentRides<RiderRide>>;
  /** The same of drivers. */
  listRecentRidesOfDrivers: ReadLists<RecentRides<DriverRide>>;
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

type Acknowledge<List> = (reply: ({ userId: string; now: string } & List) | { error: string }) => void;

/**
 * Handles the requests for the rides of a socket's user. When thousands of pages reconnect at once, their
 * lists are read together, and mostly only what changed a short time ago. A socket has joined its rooms
 * before, so that a change after the read reaches it as an event.
 */
export function answerRideLists(io: SocketServer, reads: RideListReads): void {
  const listForRider = createListing(reads.listRidesOfRiders, NO_RIDES);
  const listForDriver = createListing(reads.listRidesOfDrivers, NO_RIDES);
  const listRecentForRider = createListing(reads.listRecentRidesOfRiders, NO_RECENT_RIDES, {
    staysLong: false,
  });
  const listRecentForDriver = createListing(reads.listRecentRidesOfDrivers, NO_RECENT_RIDES, {
    staysLong: false,
  });

  io.on('connection', (socket) => {
    socket.on('rides:list-as-rider', (acknowledge) =>
      listForRider({ socket, userId: socket.data.riderId, acknowledge }),
    );
    socket.on('rides:list-as-driver', (acknowledge) =>
      listForDriver({ socket, userId: socket.data.driverId, acknowledge }),
    );
    socket.on('rides:list-recent-as-rider', (acknowledge) =>
      listRecentForRider({ socket, userId: socket.data.riderId, acknowledge }),
    );
    socket.on('rides:list-recent-as-driver', (acknowledge) =>
      listRecentForDriver({ socket, userId: socket.data.driverId, acknowledge }),
    );
  });
}

const NO_RIDES = { rides: [] };
const NO_RECENT_RIDES = { rides: [], versions: {} };

interface ListRequest<List> {
  socket: GatewaySocket;
  /** The socket's user in the role; undefined if it has none. */
  userId: string | undefined;
  acknowledge: Acknowledge<List>;
}

/**
 * @param none the list of a user without rides
 * @param staysLong whether a list that is too long rarely gets shorter, so that its user is remembered
 */
function createListing<List extends object>(
  readMany: ReadLists<List>,
  none: List,
  { staysLong }: { staysLong: boolean } = { staysLong: true },
): (request: ListRequest<List>) => Promise<void> {
  const read = batchReads((userIds) =>
    readMany(userIds, MAX_RIDES).catch((error: unknown) => {
      logger.error({ error, users: userIds.length }, 'lists of rides could not be read');
      throw error;
    }),
  );
  const answeredAt = new WeakMap<GatewaySocket, number>();
  /** Users whose lists were too long. They can always be read by REST. */
  const withLongLists = new Set<string>();
  /** The JSON of each list that was read, for several sockets of a user. */
  const jsonOf = new WeakMap<List, string>();

  async function readList(userId: string): Promise<{ list: List; json: string } | null> {
    if (withLongLists.has(userId)) return null;
    const found = await read(userId);
    const list = found === undefined ? none : found;
    const json = list && (jsonOf.get(list) ?? JSON.stringify(list));
    if (list && json !== null && json.length <= MAX_LENGTH) {
      jsonOf.set(list, json);
      return { list, json };
    }
    if (withLongLists.size >= MAX_REMEMBERED) withLongLists.clear();
    if (staysLong) withLongLists.add(userId);
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
      const found = await readList(userId);
      if (!found) {
        acknowledge({ error: TOO_LONG });
        return;
      }
      const now = databaseClock.now().toISOString();
      const reply = { userId, now, ...found.list };
      // The list's JSON without its opening brace.
      acknowledge(withJson(reply, `{"userId":"${userId}","now":"${now}",${found.json.slice(1)}`));
    } catch {
      acknowledge({ error: FAILED });
    }
  };
}
