import * as api from '#common/rides/charges-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { presentRiderRide } from '../present-ride.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { awaitCharge, openChargeInPage } from './pay-charge.ts';

/** Routes by which a rider pays charges besides the fare. */
export const chargeRoutes = createApiRoutes();

chargeRoutes.handle(api.openCharge, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return { clientSecret: await openChargeInPage(ride, params.chargeId) };
});

chargeRoutes.handle(api.verifyCharge, async ({ params, user, setStatus }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  const { isPaid, ride: current } = await awaitCharge(ride, params.chargeId);
  setStatus(isPaid ? 200 : 202);
  return { ride: presentRiderRide(current) };
});
