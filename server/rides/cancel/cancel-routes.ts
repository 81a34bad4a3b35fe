import * as api from '#common/rides/cancel-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { giveRideBack } from '../dispatch/give-back.ts';
import { removalOf } from '../events/publish-ride.ts';
import { presentDriverRide, presentRiderRide } from '../present-ride.ts';
import { driverOf, riderOf } from '../ride-actors.ts';
import { rideChangedErrorForParty } from '../ride-changed-error.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { cancelAsNoShow } from './cancel-as-no-show.ts';
import { cancelByRider } from './cancel-by-rider.ts';
import { cancellationSums, quoteCancellation } from './cancellation-sums.ts';

export const cancelRoutes = createApiRoutes();

cancelRoutes.handle(api.readRideCancellation, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'cancel', ride);
  return quoteCancellation(ride, 'rider');
});

cancelRoutes.handle(api.cancelOwnRide, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'cancel', ride);
  const { reason = '', ...expected } = body;
  const actor = riderOf(ride, clientNetwork);
  return presentRiderRide(await cancelByRider({ rideId: ride.id, ...expected, reason, actor }));
});

cancelRoutes.handle(api.giveRideBack, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  // A repeat, because the first reply was lost, is answered as the first request was.
  const removed = removalOf(ride, user.driverId);
  if (removed?.reason === 'given_back') return removed;
  if (removed) throw rideChangedErrorForParty(ride);
  authorize(user, 'drive', ride);
  const { id, version } = await giveRideBack(ride, body.reason, await driverOf(ride, clientNetwork));
  return { id, version, reason: 'given_back' as const };
});

cancelRoutes.handle(api.readRemoval, async ({ params, user: { driverId } }) => {
  const ride = await findRide(params.rideId);
  const removed = removalOf(ride, driverId);
  if (!removed) authorize({ driverId }, 'drive', ride);
  return { removed };
});

cancelRoutes.handle(api.readNoShowFee, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  const sums = cancellationSums(ride, databaseClock.now(), 'no_show');
  const isOnAccount = ride.paymentStatus === 'on_account';
  return { feeCents: sums.feeCents, backCents: isOnAccount ? 0 : sums.toCardCents + sums.toGiftCardCents };
});

cancelRoutes.handle(api.noteNoShow, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  const cancelled = await cancelAsNoShow(ride.id, await driverOf(ride, clientNetwork));
  return presentDriverRide(cancelled);
});
