import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import * as api from '#common/rides/cancel-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { findUser } from '../../users/accounts.ts';
import { giveRideBack } from '../dispatch/give-back.ts';
import { presentDriverRide, presentRiderRide } from '../present-ride.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { quoteCancellation } from './cancel-booking.ts';
import { cancelByRider } from './cancel-by-rider.ts';
import { noteNoShow } from './note-no-show.ts';

export const cancelRoutes = createApiRoutes();

cancelRoutes.handle(api.readRideCancellation, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'view', ride);
  return quoteCancellation(ride, 'rider');
});

cancelRoutes.handle(api.cancelOwnRide, async ({ params, body, user, address }) => {
  authorize(user, 'cancel', await findRide(params.rideId));
  const actor = await actorOf('rider', user.riderId, address);
  const { expectedFeeCents, reason = '' } = body;
  return presentRiderRide(await cancelByRider({ rideId: params.rideId, expectedFeeCents, reason, actor }));
});

cancelRoutes.handle(api.giveRideBack, async ({ params, body, user, address }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  const { id, version } = await giveRideBack(
    ride,
    body.reason,
    await actorOf('driver', user.driverId, address),
  );
  return { id, version, reason: 'given_back' as const };
});

cancelRoutes.handle(api.noteNoShow, async ({ params, user, address }) => {
  authorize(user, 'drive', await findRide(params.rideId));
  const cancelled = await noteNoShow(params.rideId, await actorOf('driver', user.driverId, address));
  return presentDriverRide(cancelled, new Date());
});

async function actorOf(role: 'rider' | 'driver', id: string, address: string | null): Promise<AuditActor> {
  return { role, id, name: (await findUser(id))?.name ?? '', address };
}
