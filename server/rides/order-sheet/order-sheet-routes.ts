import * as api from '#common/rides/order-sheet-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { composeOrderSheet } from './compose-order-sheet.ts';

export const orderSheetRoutes = createApiRoutes();

orderSheetRoutes.handle(api.readOrderSheet, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  return composeOrderSheet(ride, databaseClock.now());
});

orderSheetRoutes.handle(api.readStaffOrderSheet, async ({ params }) =>
  composeOrderSheet(await findRide(params.rideId), databaseClock.now()),
);
