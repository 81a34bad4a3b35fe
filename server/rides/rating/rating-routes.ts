import * as api from '#common/rides/rating-api.ts';
import { findApprovedDriver } from '../../drivers/driver-queries.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { findUser } from '../../users/accounts.ts';
import { presentRiderRide } from '../present-ride.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { rateRide } from './rate-ride.ts';
import { readRating } from './read-rating.ts';

export const ratingRoutes = createApiRoutes();

ratingRoutes.handle(api.rateRide, async ({ params: { rideId }, body, user, address }) => {
  authorize(user, 'rate', await findRide(rideId));
  const name = (await findUser(user.riderId))?.name ?? '';
  const actor = { role: 'rider', id: user.riderId, name, address } as const;
  return presentRiderRide(await rateRide({ rideId, stars: body.stars, text: body.text || null, actor }));
});

ratingRoutes.handle(api.readOwnRating, ({ user }) => readRating(user.driverId, 'driver'));

ratingRoutes.handle(api.readDriverRating, async ({ params }) => {
  const { id } = await findApprovedDriver(params.driverId);
  return readRating(id, 'staff');
});
