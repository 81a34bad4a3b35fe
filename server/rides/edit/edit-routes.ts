import * as api from '#common/rides/edit-api.ts';
import * as forRider from '#common/rides/for-rider-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { presentDriverRide, presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { driverOf, riderOf } from '../ride-actors.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { dropEdit, editRide, quoteEdit } from './edit-ride.ts';
import { endsAt } from './extend-ride.ts';
import type { Edited } from './hold-edit.ts';
import { quoteExtension, requestExtension } from './request-extension.ts';

/** Routes by which a paid ride is edited or extended. */
export const editRoutes = createApiRoutes();

editRoutes.handle(api.quoteEdit, async ({ params, body, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return quoteEdit(ride, body.changes);
});

editRoutes.handle(api.editRide, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return presentEdited(await editRide({ rideId: ride.id, ...body, actor: riderOf(ride, clientNetwork) }));
});

editRoutes.handle(api.dropEdit, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return presentRiderRide(await dropEdit(ride, riderOf(ride, clientNetwork)));
});

editRoutes.handle(forRider.quoteEditForRider, async ({ params, body }) =>
  quoteEdit(await findRide(params.rideId), body.changes, 'staff'),
);

editRoutes.handle(forRider.editForRider, async ({ params, body, staff, clientNetwork }) => {
  const actor = { ...staff, address: clientNetwork };
  const { ride, chargeId } = await editRide({ rideId: params.rideId, ...body, actor });
  return { ride: presentStaffRide(ride), chargeId };
});

editRoutes.handle(api.quoteExtension, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'view', ride);
  const { fields, dueCents } = await quoteExtension(ride);
  return { dueCents, endsAt: endsAt(ride, fields.hours ?? 0).toISOString() };
});

editRoutes.handle(api.extendRide, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return presentEdited(await requestExtension(ride, riderOf(ride, clientNetwork), body.expectedDueCents));
});

editRoutes.handle(api.proposeExtension, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  const { ride: proposed } = await requestExtension(ride, await driverOf(ride, clientNetwork));
  return presentDriverRide(proposed);
});

const presentEdited = ({ ride, chargeId }: Edited) => ({ ride: presentRiderRide(ride), chargeId });
