import { once } from 'node:events';
import * as z from 'zod/mini';
import { endpoint } from '#common/endpoint.ts';
import { idSchema } from '#common/id.ts';
import * as driveApi from '#common/rides/drive-api.ts';
import { API_ROUTES } from '#server/api.ts';
import { createApp } from '#server/app.ts';
import { createApiRoutes } from '#server/http/api-routes.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { channel, redis } from '#server/infra/redis.ts';
import { startGateway } from '#server/realtime/gateway.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { requireSelf } from '#server/rides/ride-policy.ts';
import { NO_RIDES_ON_THE_ROAD } from '#server/testing/no-rides-on-the-road.ts';
import { moveRide, readRide, replyOf } from '../rides.ts';

// Our application and gateway, with an additional last router that keeps its rides in memory: the cost of a
// request without the database.

const [acceptSchema] = driveApi.moveRide.body.def.options;
const body = z.extend(acceptSchema, { riderId: idSchema });
const benched = <Path extends `/api/bench/${string}`>(path: Path) =>
  endpoint({ method: 'PATCH', path, summary: '', who: 'driver', body, reply: z.unknown() });

const routes = createApiRoutes();
routes.handle(benched('/api/bench/:rideId/status'), async ({ params, body, user }) => {
  requireSelf(body.driverId, user.driverId);
  return replyOf(moveRide(params.rideId, body.riderId, body.driverId));
});
routes.handle(benched('/api/bench/:rideId/published'), async ({ params, body, user }) => {
  requireSelf(body.driverId, user.driverId);
  const moved = moveRide(params.rideId, body.riderId, body.driverId);
  // Same as `publishRide`, without the writes that follow.
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(moved, new Date()));
  return replyOf(moved);
});
routes.handle(benched('/api/bench/:rideId/read'), async ({ params, body, user }) => {
  requireSelf(body.driverId, user.driverId);
  return replyOf(readRide(params.rideId, body.riderId, body.driverId));
});

const app = createApp({
  node: { role: 'all', isLeaving: () => false, isSubscribed: () => true, measure: async () => {} },
  webDirectory: new URL('../../web', import.meta.url).pathname,
  api: [...API_ROUTES, routes],
});
const server = createHttpServer(app);
await startGateway(server, {
  readServedKinds: async (ids) => new Map(ids.map((id) => [id, [{ rideType: 'lux-sedan', until: null }]])),
  listOffers: async () => [],
  listRidesOfRiders: async () => new Map(),
  listRidesOfDrivers: async () => new Map(),
  listRecentRidesOfRiders: async () => new Map(),
  listRecentRidesOfDrivers: async () => new Map(),
  isStaff: async () => false,
  ...NO_RIDES_ON_THE_ROAD,
}).ready;
await once(server.listen(Number(process.env.PORT), '127.0.0.1'), 'listening');
process.send?.('ready');
process.once('SIGTERM', () => process.exit());
