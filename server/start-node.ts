import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { createApp, createSocketsApp } from './app.ts';
import { readServedKinds } from './drivers/driver-queries.ts';
import { env, type ServerRole } from './env.ts';
import { createHttpServer } from './http/create-http-server.ts';
import type { NodeStatus } from './http/health-routes.ts';
import { extendDueSessions } from './http/session-list.ts';
import { measureBacklogs } from './measure-backlogs.ts';
import { type GatewayReads, startGateway } from './realtime/gateway.ts';
import { followRides } from './realtime/receive-positions.ts';
import { recomposeRideMessage } from './rides/events/publish-ride.ts';
import {
  listRecentRidesOfDrivers,
  listRecentRidesOfRiders,
  listRidesOfDrivers,
  listRidesOfRiders,
} from './rides/list-own-rides.ts';
import { takePosition } from './rides/position/take-position.ts';
import { forgetAllUnderWay, forgetRidesUnderWay } from './rides/position/under-way.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from './rides/present-ride.ts';
import { listOffers } from './rides/ride-queries.ts';
import { findSharedRide } from './rides/trip/share-ride.ts';
import { isActiveStaff } from './users/staff.ts';

/** A running server node. */
export interface ServerNode {
  port: number;
  /**
   * Shuts down gracefully: reports itself unready for `drainMs` so that load balancers stop using it, accepts
   * no more connections, closes its sockets if it has any, and waits for requests in flight.
   */
  close(drainMs?: number): Promise<void>;
}

/** The built web app. The relative path is the same from the sources and from dist/. */
const WEB_DIRECTORY = fileURLToPath(new URL('../dist/web', import.meta.url));

const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Connections that may wait to be accepted: after another server is released, a thousand arrive at once.
 * Equals Linux's default limit.
 */
const BACKLOG = 4_096;

interface NodeOptions {
  /** 0 means any free port. */
  port: number;
  /** The interface to listen on. Default, also if empty: all. */
  host?: string;
  webDirectory?: string;
  /** Default: the role of this process. */
  role?: ServerRole;
}

const READS: GatewayReads = {
  readServedKinds,
  findTripKey: async (token) => (await findSharedRide(token))?.share?.key ?? null,
  recomposeRideMessage,
  takePosition: (driverId, sent) => takePosition(sent, { driverId }),
  forgetRidesUnderWay,
  forgetAllUnderWay,
  isStaff: isActiveStaff,
  listOffers: async (serves) => (await listOffers(serves)).map(presentOffer),
  listRidesOfRiders: async (...asked) => presentEach(await listRidesOfRiders(...asked), asRider),
  listRidesOfDrivers: async (...asked) => presentEach(await listRidesOfDrivers(...asked), asDriver),
  listRecentRidesOfRiders: async (...asked) => presentEach(await listRecentRidesOfRiders(...asked), asRider),
  listRecentRidesOfDrivers: async (...asked) =>
    presentEach(await listRecentRidesOfDrivers(...asked), asDriver),
};

type StoredRide = Parameters<typeof presentOffer>[0];
const asRider = (ride: StoredRide): RiderRide => presentRiderRide(ride);
const asDriver = (ride: StoredRide): DriverRide => presentDriverRide(ride);

/** Presents the rides of each list that is short enough. */
const presentEach = <List extends { rides: StoredRide[] }, View>(
  lists: ReadonlyMap<string, List | null>,
  present: (ride: StoredRide) => View,
): Map<string, (Omit<List, 'rides'> & { rides: View[] }) | null> =>
  new Map(
    [...lists].map(([ownerId, list]) => [ownerId, list && { ...list, rides: list.rides.map(present) }]),
  );

/**
 * Starts a server node with this process's MongoDB and Redis. It listens once it has subscribed to changes.
 */
export async function startNode(options: NodeOptions): Promise<ServerNode> {
  const { port, host, webDirectory = WEB_DIRECTORY, role = env.ROLE } = options;
  let isClosing = false;
  const node: NodeStatus = {
    role,
    isLeaving: () => isClosing,
    isSubscribed: () => changes.isUp(),
    async measure() {
      gateway?.measure();
      await measureBacklogs();
    },
  };
  const app = role === 'sockets' ? createSocketsApp(node) : createApp({ node, webDirectory });
  const server = createHttpServer(app);
  const gateway = role === 'api' ? null : startGateway(server, READS);
  const changes = gateway ?? followRides(READS);
  await changes.ready;

  server.listen({ port, host: host || undefined, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');

  return {
    port: address.port,
    async close(drainMs = 0) {
      isClosing = true;
      if (drainMs > 0) await setTimeout(drainMs);
      const closed = once(server, 'close');
      server.close();
      // A keep-alive connection becomes idle after its last reply, and would delay closing for seconds.
      const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      await changes.close();
      await closed;
      clearInterval(closing);
      await extendDueSessions();
    },
  };
}
