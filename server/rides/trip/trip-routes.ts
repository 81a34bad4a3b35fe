import { AppError } from '#common/errors.ts';
import * as forRider from '#common/rides/for-rider-api.ts';
import * as api from '#common/rides/trip-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { requireConfirmedEmail } from '../../users/email-confirmation.ts';
import { readSharedTracking } from '../position/read-tracking.ts';
import { presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { riderOf } from '../ride-actors.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { presentTrip } from './present-trip.ts';
import { findSharedRide, shareForRider, shareRide, stopSharing } from './share-ride.ts';

export const tripRoutes = createApiRoutes();

tripRoutes.handle(api.readTrip, async ({ params }) => {
  const ride = await findSharedRide(params.token);
  if (!ride) throw new AppError('NOT_FOUND', 'This link no longer works.');
  return { trip: presentTrip(ride), tracking: await readSharedTracking(ride) };
});

tripRoutes.handle(api.shareRide, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'prepare', ride);
  await requireConfirmedEmail(ride.riderId);
  return presentRiderRide(await shareRide(ride.id, riderOf(ride, clientNetwork)));
});

tripRoutes.handle(api.stopSharingRide, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'prepare', ride);
  return presentRiderRide(await stopSharing(ride, riderOf(ride, clientNetwork)));
});

tripRoutes.handle(forRider.shareForRider, async ({ params, staff, clientNetwork }) => {
  const { ride, tripLink } = await shareForRider(params.rideId, { ...staff, address: clientNetwork });
  return { ride: presentStaffRide(ride), tripLink };
});
