import { HOUR_MS } from '#common/durations.ts';
import * as api from '#common/rides/dispatch-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { noteRide } from '../note-ride.ts';
import { presentStaffRide } from '../present-ride.ts';
import { listAssignedRides } from '../ride-queries.ts';
import { assignRide, unassignRide } from './assign-ride.ts';
import { listCandidates } from './list-candidates.ts';
import { readDay } from './read-day.ts';
import { undoDispatch } from './undo-dispatch.ts';

/** Routes by which staff assign rides to drivers. */
export const dispatchRoutes = createApiRoutes();

dispatchRoutes.handle(api.listCandidates, async ({ params }) => ({
  candidates: await listCandidates(params.rideId),
}));

dispatchRoutes.handle(api.readDispatchDay, ({ query }) => readDay(query.date));

dispatchRoutes.handle(api.listAssignedRides, async () => ({
  rides: await listAssignedRides(new Date(databaseClock.nowMs() + api.ASSIGNED_AHEAD_HOURS * HOUR_MS)),
}));

dispatchRoutes.handle(api.assignRide, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(await assignRide(params.rideId, body, { ...staff, address: clientNetwork })),
);

dispatchRoutes.handle(api.unassignRide, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(await unassignRide(params.rideId, body, { ...staff, address: clientNetwork })),
);

dispatchRoutes.handle(api.undoDispatch, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(await undoDispatch(params.rideId, body.version, { ...staff, address: clientNetwork })),
);

dispatchRoutes.handle(api.noteRide, async ({ params, body, staff, clientNetwork, idempotencyKey }) =>
  presentStaffRide(
    await noteRide({
      rideId: params.rideId,
      ...body,
      actor: { ...staff, address: clientNetwork },
      idempotencyKey,
    }),
  ),
);
