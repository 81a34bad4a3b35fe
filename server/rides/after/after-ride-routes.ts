import * as api from '#common/rides/rating-api.ts';
import * as tipsApi from '#common/rides/tips-api.ts';
import { findApprovedDriver, listDriverIds } from '../../drivers/driver-queries.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { presentRiderRide } from '../present-ride.ts';
import { riderOf } from '../ride-actors.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { listDriverFigures } from './list-driver-figures.ts';
import { rateRide } from './rate-ride.ts';
import { readOwnRating, readRating } from './read-rating.ts';
import { tipRide } from './tip-ride.ts';

/** Routes for use after a ride: rating and tip. */
export const afterRideRoutes = createApiRoutes();

afterRideRoutes.handle(api.rateRide, async ({ params: { rideId }, body, user, clientNetwork }) => {
  const ride = await findRide(rideId);
  authorize(user, 'rate', ride);
  const actor = riderOf(ride, clientNetwork);
  return presentRiderRide(await rateRide({ rideId, stars: body.stars, text: body.text || null, actor }));
});

afterRideRoutes.handle(
  tipsApi.tipRide,
  async ({ params: { rideId }, body: { tip }, user, clientNetwork }) => {
    const ride = await findRide(rideId);
    authorize(user, 'pay', ride);
    const { ride: tipped, chargeId } = await tipRide({ rideId, tip, actor: riderOf(ride, clientNetwork) });
    return { ride: presentRiderRide(tipped), chargeId };
  },
);

afterRideRoutes.handle(api.readOwnRating, ({ user }) => readOwnRating(user.driverId, databaseClock.now()));

afterRideRoutes.handle(api.readDriverRating, async ({ params }) => {
  const { id } = await findApprovedDriver(params.driverId);
  return readRating(id, 'staff');
});

afterRideRoutes.handle(api.listDriverFigures, async ({ query }) => {
  const { ids, next } = await listDriverIds(query);
  return { figures: await listDriverFigures(ids, databaseClock.now()), next };
});
