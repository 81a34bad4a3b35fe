import { once } from 'node:events';
import { Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#common/id.ts';
import { moveRideSchema } from '#common/rides/ride-requests.ts';
import { API } from '#server/api.ts';
import { createApp } from '#server/app.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { parse } from '#server/http/parse.ts';
import { requireDriver } from '#server/http/require-role.ts';
import { startGateway } from '#server/realtime/gateway.ts';
import { publishRide } from '#server/rides/publish-ride.ts';
import { requireSelf } from '#server/rides/ride-policy.ts';
import { moveRide, replyOf } from '../rides.ts';

// Our application and gateway as they are, with one more router, the last, that keeps its rides in memory:
// what a request costs without the database.

const change = z.object({
  params: z.object({ rideId: idSchema }),
  body: z.extend(moveRideSchema.def.options[0], { riderId: idSchema }),
});

const routes = Router();
routes.patch('/:rideId/status', requireDriver, (req, res) => {
  const { params, body } = parse(change, req);
  requireSelf(body.driverId, req.session.driverId);
  const moved = moveRide(params.rideId, body.riderId, body.driverId);
  res.json(replyOf(moved));
});
routes.patch('/:rideId/announced', requireDriver, async (req, res) => {
  const { params, body } = parse(change, req);
  requireSelf(body.driverId, req.session.driverId);
  const moved = moveRide(params.rideId, body.riderId, body.driverId);
  await publishRide(moved);
  res.json(replyOf(moved));
});

const app = createApp({
  isReady: () => true,
  webDirectory: new URL('../../web', import.meta.url).pathname,
  api: [...API, { path: '/api/bench', routes, calls: [] }],
});
const server = createHttpServer(app);
await startGateway(server, { listOffers: async () => [] }).ready;
await once(server.listen(Number(process.env.PORT), '127.0.0.1'), 'listening');
process.send?.('ready');
process.once('SIGTERM', () => process.exit());
