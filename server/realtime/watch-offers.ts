import type { ServedKind } from '#common/drivers/driver.ts';
import type { Offer } from '#common/rides/ride.ts';
import { CITY, rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';
import { collectReads, singleFlightBy } from './share-reads.ts';

/** What the gateway reads for drivers who watch the offers. */
export interface OfferReads {
  /** What some drivers are offered now, by driver; nothing for one who is missing. */
  readServedKinds: (driverIds: readonly string[]) => Promise<ReadonlyMap<string, ServedKind[]>>;
  /** The open offers of some kinds. */
  listOffers: (serves: readonly ServedKind[]) => Promise<Offer[]>;
}

/** The drivers of this node who watch the offers. */
export interface OfferWatch {
  /** Takes these drivers out of the offers at once, and tells their pages to watch again. */
  dropDrivers(driverIds: readonly string[]): void;
  /** Takes everybody out: which drivers changed was missed. */
  dropAll(): void;
  /** Takes out who is in the offers of a kind that they are not offered any more, although nobody told. */
  check(): Promise<void>;
}

const REFUSED = 'Please log in as a driver to see ride requests.';
const FAILED = 'Ride requests could not be loaded. Please try again.';

/**
 * Handles `offers:watch` and `offers:unwatch` of drivers. Which rooms a socket is in follows from what its
 * driver is offered at that moment; when that may have changed, it leaves them all and its page asks again. The
 * rooms are joined before the offers are read, so an offer published in between is sent twice rather than never.
 */
export function watchOffers(io: SocketServer, { readServedKinds, listOffers }: OfferReads): OfferWatch {
  const readServed = collectReads(readServedKinds);
  const readOffers = singleFlightBy(listOffers);
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
        acknowledge({ offers: await readOffers(serves), serves: [...serves] });
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
    dropAll() {
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
