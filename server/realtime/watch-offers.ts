import { setTimeout } from 'node:timers/promises';
import { CITY } from '#common/city.ts';
import type { ServedKind } from '#common/drivers/driver.ts';
import { isServed } from '#common/drivers/is-served.ts';
import { MAX_OFFERS, type Offer } from '#common/rides/ride.ts';
import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { PublishedMessage } from '../infra/published-message.ts';
import { batchReads, cacheReads, singleFlightBy } from '../infra/share-reads.ts';
import { withJson } from './acknowledgement-json.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/** Reads that the gateway needs for drivers who watch offers. */
export interface OfferReads {
  /** Returns the kinds of offers served to each of these drivers now. A driver without any may be missing. */
  readServedKinds: (driverIds: readonly string[]) => Promise<ReadonlyMap<string, ServedKind[]>>;
  /** Returns the open offers of these kinds, soonest first, at most `MAX_OFFERS`. */
  listOffers: (serves: readonly ServedKind[]) => Promise<Offer[]>;
}

/** Manages the drivers on this node who watch offers. */
interface OfferWatch {
  /** Removes these drivers from the offer rooms at once, and makes their pages watch again. */
  dropDrivers(driverIds: readonly string[]): void;
  /** Removes all drivers, after changes of drivers and offers may have been missed. */
  dropAll(): void;
  /** Invalidates the cached offers if a published change concerns them. */
  forgetChangedOffers(message: PublishedMessage): void;
  /** Removes drivers from rooms of kinds they are no longer served, in case a change was not published. */
  check(): Promise<void>;
}

const REFUSED = 'Please log in as a driver to see ride requests.';
const FAILED = 'Ride requests could not be loaded. Please try again.';

/**
 * How long offers are cached. A change left unpublished by a crash is in snapshots after this time; boards
 * that are open get it from `relay-outbox`, which takes longer.
 */
const KEEP_OFFERS_MS = 1_000;

/**
 * For how long, and after which delay, failed reads are retried, in milliseconds. The page waits five seconds
 * for the reply, and after a refusal some seconds more before it asks again.
 */
const REPEAT_FOR_MS = 2_000;
const REPEAT_AFTER_MS = 250;

interface EncodedOffer {
  offer: Offer;
  json: string;
}

const encodeOffer = (offer: Offer): EncodedOffer => ({ offer, json: JSON.stringify(offer) });

/** The acknowledgement of `offers:watch`. */
const snapshotOf = (offers: readonly EncodedOffer[], serves: readonly ServedKind[]) =>
  withJson(
    { offers: offers.map(({ offer }) => offer), serves: [...serves] },
    `{"offers":[${offers.map(({ json }) => json).join(',')}],"serves":${JSON.stringify(serves)}}`,
  );

interface OfferReader {
  /** Returns the offers of a driver who is served these kinds. */
  read(serves: readonly ServedKind[]): Promise<EncodedOffer[]>;
  /** Invalidates the cached offers. */
  forget(): void;
}

/**
 * Reads a driver's offers. All drivers of the same kinds share one cached list, filtered for each driver by
 * the last day on which they may serve a kind. The list was read after the last offer change that this node
 * received, and the socket, which has joined the rooms, receives the next ones.
 */
function createOfferReader(listOffers: OfferReads['listOffers']): OfferReader {
  const readEncoded = async (serves: readonly ServedKind[]) => (await listOffers(serves)).map(encodeOffer);
  const shared = cacheReads(readEncoded, KEEP_OFFERS_MS);
  const readOwn = singleFlightBy(readEncoded);

  return {
    async read(serves) {
      const ofKinds = await shared.read(serves.map(({ rideType }) => ({ rideType, until: null })));
      const served = ofKinds.filter(({ offer }) => isServed(serves, offer));
      const mayLack = ofKinds.length >= MAX_OFFERS && served.length < ofKinds.length;
      return mayLack ? readOwn(serves) : served;
    },
    forget: shared.forget,
  };
}

/**
 * Handles `offers:watch` and `offers:unwatch`. A socket's rooms depend on what its driver is served at that
 * moment; when that may have changed, the socket leaves all of them and its page watches again. Rooms are
 * joined before offers are read, so that an offer published in between is sent twice rather than missed.
 */
export function watchOffers(io: SocketServer, { readServedKinds, listOffers }: OfferReads): OfferWatch {
  const readServed = batchReads(readServedKinds);
  const offers = createOfferReader(listOffers);
  /** Counts the changes of each socket's driver, to detect reads that began before a change. */
  const changes = new WeakMap<GatewaySocket, number>();
  const changesOf = (socket: GatewaySocket) => changes.get(socket) ?? 0;
  const watching = new WeakSet<GatewaySocket>();

  /** Joins the rooms of what the driver is served, according to a read that began after the last change. */
  async function joinRooms(socket: GatewaySocket, driverId: string): Promise<readonly ServedKind[]> {
    let serves: readonly ServedKind[];
    let seen: number;
    do {
      seen = changesOf(socket);
      serves = (await readServed(driverId)) ?? [];
    } while (seen !== changesOf(socket));
    leaveOffers(socket);
    // The page may have stopped watching meanwhile.
    if (watching.has(socket)) for (const { rideType } of serves) socket.join(rooms.offers(CITY, rideType));
    return serves;
  }

  async function beginWatch(socket: GatewaySocket, driverId: string) {
    const serves = await joinRooms(socket, driverId);
    return snapshotOf(await offers.read(serves), serves);
  }

  /** Begins again if a read fails, while the page waits for it. */
  async function beginPatiently(socket: GatewaySocket, driverId: string) {
    const repeatUntil = performance.now() + REPEAT_FOR_MS;
    for (;;) {
      try {
        return await beginWatch(socket, driverId);
      } catch (error) {
        if (performance.now() > repeatUntil || !watching.has(socket) || !socket.connected) throw error;
        await setTimeout(REPEAT_AFTER_MS);
      }
    }
  }

  const drop = (socket: GatewaySocket) => {
    changes.set(socket, changesOf(socket) + 1);
    leaveOffers(socket);
  };

  io.on('connection', (socket) => {
    socket.on('offers:watch', async (acknowledge) => {
      // Clients may send anything, whatever the types say.
      if (typeof acknowledge !== 'function') return;
      const { driverId } = socket.data;
      if (!driverId) {
        acknowledge({ error: REFUSED });
        return;
      }
      watching.add(socket);
      try {
        acknowledge(await beginPatiently(socket, driverId));
      } catch (error) {
        logger.error({ error, driverId }, 'open offers could not be read');
        leaveOffers(socket);
        acknowledge({ error: FAILED });
      }
    });
    socket.on('offers:unwatch', () => {
      watching.delete(socket);
      leaveOffers(socket);
    });
  });

  function dropDrivers(driverIds: Iterable<string>): void {
    for (const driverId of driverIds) {
      const room = rooms.driver(driverId);
      for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
        const socket = io.sockets.sockets.get(id);
        if (socket) drop(socket);
      }
      io.local.to(room).emit('driver:changed');
    }
  }

  return {
    dropDrivers,
    async check() {
      const inOffers = [...io.sockets.sockets.values()].filter((socket) => offersOf(socket).length > 0);
      const served = await readServedKinds([...new Set(inOffers.map(({ data }) => data.driverId ?? ''))]);
      const isIn = (socket: GatewaySocket) => {
        const own = served.get(socket.data.driverId ?? '') ?? [];
        const kinds = new Set<string>(own.map(({ rideType }) => rooms.offers(CITY, rideType)));
        return offersOf(socket).every((room) => kinds.has(room));
      };
      dropDrivers(new Set(inOffers.filter((socket) => !isIn(socket)).map(({ data }) => data.driverId ?? '')));
    },
    forgetChangedOffers({ isNewer, lines }) {
      if (isNewer || lines.some(({ room }) => room.startsWith(OFFER_ROOM))) offers.forget();
    },
    dropAll() {
      offers.forget();
      for (const socket of io.sockets.sockets.values()) drop(socket);
    },
  };
}

const OFFER_ROOM = rooms.offers(CITY, '');

const offersOf = ({ rooms }: GatewaySocket): string[] =>
  [...rooms].filter((room) => room.startsWith(OFFER_ROOM));

function leaveOffers(socket: GatewaySocket): void {
  for (const room of offersOf(socket)) socket.leave(room);
}
