import type { ServedKind } from '#common/drivers/driver.ts';
import { isServed } from '#common/drivers/is-served.ts';
import { OFFERS_AT_ONCE, type Offer } from '#common/rides/ride.ts';
import { CITY, rooms } from '#common/rides/ride-events.ts';
import { readNewerFormat } from '../infra/announcement.ts';
import { logger } from '../infra/logger.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';
import { withJson } from './encode-once.ts';
import { collectReads, keepReads, singleFlightBy } from './share-reads.ts';

/** What the gateway reads for drivers who watch the offers. */
export interface OfferReads {
  /** What some drivers are offered now, by driver; nothing for one who is missing. */
  readServedKinds: (driverIds: readonly string[]) => Promise<ReadonlyMap<string, ServedKind[]>>;
  /** The open offers of some kinds, soonest first; `OFFERS_AT_ONCE` at most. */
  listOffers: (serves: readonly ServedKind[]) => Promise<Offer[]>;
}

/** The drivers of this node who watch the offers. */
export interface OfferWatch {
  /** Takes these drivers out of the offers at once, and tells their pages to watch again. */
  dropDrivers(driverIds: readonly string[]): void;
  /** Takes everybody out: which drivers changed was missed, and which offers. */
  dropAll(): void;
  /** Has the offers read anew where a published change concerns them. */
  noteRideMessage(message: string): void;
  /** Takes out who is in the offers of a kind that they are not offered any more, although nobody told. */
  check(): Promise<void>;
}

const REFUSED = 'Please log in as a driver to see ride requests.';
const FAILED = 'Ride requests could not be loaded. Please try again.';

/** A change of an offer that was not published, since its process died, is in what is read after this; `relay-outbox` takes longer. */
const KEEP_OFFERS_MS = 1_000;

interface EncodedOffer {
  offer: Offer;
  json: string;
}

const encodeOffer = (offer: Offer): EncodedOffer => ({ offer, json: JSON.stringify(offer) });

/** What a driver who watches is answered. */
const snapshotOf = (offers: readonly EncodedOffer[], serves: readonly ServedKind[]) =>
  withJson(
    { offers: offers.map(({ offer }) => offer), serves: [...serves] },
    `{"offers":[${offers.map(({ json }) => json).join(',')}],"serves":${JSON.stringify(serves)}}`,
  );

/**
 * Handles `offers:watch` and `offers:unwatch` of drivers. Which rooms a socket is in follows from what its
 * driver is offered at that moment; when that may have changed, it leaves them all and its page asks again. The
 * rooms are joined before the offers are read, so an offer published in between is sent twice rather than never.
 */
export function watchOffers(io: SocketServer, { readServedKinds, listOffers }: OfferReads): OfferWatch {
  const readServed = collectReads(readServedKinds);
  const readEncoded = async (serves: readonly ServedKind[]) => (await listOffers(serves)).map(encodeOffer);
  const offers = keepReads(readEncoded, KEEP_OFFERS_MS);
  const readOwn = singleFlightBy(readEncoded);
  /** How often each socket was told that its driver changed. */
  const changes = new WeakMap<GatewaySocket, number>();
  const changesOf = (socket: GatewaySocket) => changes.get(socket) ?? 0;
  const watching = new WeakSet<GatewaySocket>();

  /** Joins the rooms of what the driver is offered, read no earlier than the last change told. */
  async function joinRooms(socket: GatewaySocket, driverId: string): Promise<readonly ServedKind[]> {
    let serves: readonly ServedKind[];
    let seen: number;
    do {
      seen = changesOf(socket);
      serves = (await readServed(driverId)) ?? [];
    } while (seen !== changesOf(socket));
    leaveOffers(socket);
    // It may have stopped watching meanwhile.
    if (watching.has(socket)) for (const { rideType } of serves) socket.join(rooms.offers(CITY, rideType));
    return serves;
  }

  /**
   * The offers of a driver, of those that all drivers of the same kinds share: each may be served until another day. They were read after
   * the last change of an offer that this node has heard of, and the socket, which is in their rooms by now, hears of the next.
   */
  async function readOffers(serves: readonly ServedKind[]): Promise<EncodedOffer[]> {
    const ofKinds = await offers.read(serves.map(({ rideType }) => ({ rideType, until: null })));
    const served = ofKinds.filter(({ offer }) => isServed(serves, offer));
    const mayLack = ofKinds.length >= OFFERS_AT_ONCE && served.length < ofKinds.length;
    return mayLack ? readOwn(serves) : served;
  }

  const drop = (socket: GatewaySocket) => {
    changes.set(socket, changesOf(socket) + 1);
    leaveOffers(socket);
  };

  io.on('connection', (socket) => {
    socket.on('offers:watch', async (acknowledge) => {
      // Types say nothing of what a client really sends.
      if (typeof acknowledge !== 'function') return;
      const { driverId } = socket.data;
      if (!driverId) {
        acknowledge({ error: REFUSED });
        return;
      }
      watching.add(socket);
      try {
        const serves = await joinRooms(socket, driverId);
        acknowledge(snapshotOf(await readOffers(serves), serves));
      } catch (error) {
        logger.error({ error }, 'open offers could not be read');
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
        const kinds = new Set(own.map(({ rideType }) => rooms.offers(CITY, rideType)));
        return offersOf(socket).every((room) => kinds.has(room));
      };
      dropDrivers(new Set(inOffers.filter((socket) => !isIn(socket)).map(({ data }) => data.driverId ?? '')));
    },
    noteRideMessage(message) {
      if (message.includes(OFFER_LINE) || readNewerFormat(message)) offers.forget();
    },
    dropAll() {
      offers.forget();
      for (const socket of io.sockets.sockets.values()) drop(socket);
    },
  };
}

const OFFER_ROOM = rooms.offers(CITY, '');
/** How a line of a published change begins that is for drivers who watch. */
const OFFER_LINE = `\n${OFFER_ROOM}`;

const offersOf = ({ rooms }: GatewaySocket): string[] =>
  [...rooms].filter((room) => room.startsWith(OFFER_ROOM));

function leaveOffers(socket: GatewaySocket): void {
  for (const room of offersOf(socket)) socket.leave(room);
}
