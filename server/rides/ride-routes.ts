import { AppError } from '#common/errors.ts';
import * as checkoutApi from '#common/rides/checkout-api.ts';
import * as driveApi from '#common/rides/drive-api.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import * as api from '#common/rides/rides-api.ts';
import { readServedKinds } from '../drivers/driver-queries.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { checkCard } from './booking/check-card.ts';
import { confirmBooking } from './booking/confirm-booking.ts';
import { resumePayment } from './booking/open-order-payment.ts';
import { requestRide } from './booking/request-ride.ts';
import { acceptRide } from './dispatch/accept-ride.ts';
import { completeRide } from './dispatch/complete-ride.ts';
import { reachMilestone } from './dispatch/drive-ride.ts';
import { quoteCompletion } from './dispatch/quote-completion.ts';
import { setStartPin } from './dispatch/start-pin.ts';
import { downloadedCalendar } from './emails/ride-calendar.ts';
import { listDriverRides, listRiderRides } from './list-own-rides.ts';
import { confirmAndWait } from './payment/confirm-payment.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from './present-ride.ts';
import { riderOf } from './ride-actors.ts';
import { authorize, requireSelf } from './ride-policy.ts';
import { findRide, listOffers } from './ride-queries.ts';

export const rideRoutes = createApiRoutes();

rideRoutes.handle(api.requestRide, async ({ body, user, clientNetwork, idempotencyKey }) => {
  requireSelf(body.riderId, user.riderId);
  const { ride, returnRide, clientSecret } = await requestRide(body, idempotencyKey, clientNetwork);
  return {
    ride: presentRiderRide(ride),
    ...(returnRide && { returnRide: presentRiderRide(returnRide) }),
    clientSecret,
  };
});

rideRoutes.handle(api.listOffers, async ({ user: { driverId } }) => {
  const serves = (await readServedKinds([driverId])).get(driverId) ?? [];
  return (await listOffers(serves)).map(presentOffer);
});

rideRoutes.handle(api.listRiderRides, async ({ params, user }) => {
  requireSelf(params.riderId, user.riderId);
  const rides = await listRiderRides(params.riderId);
  return rides.map((ride) => presentRiderRide(ride));
});

rideRoutes.handle(api.listDriverRides, async ({ params, user }) => {
  requireSelf(params.driverId, user.driverId);
  const rides = await listDriverRides(params.driverId);
  return rides.map((ride) => presentDriverRide(ride));
});

rideRoutes.handle(api.readRide, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'view', ride);
  const isItsRider = ride.riderId === user.riderId;
  return isItsRider ? presentRiderRide(ride) : presentDriverRide(ride);
});

rideRoutes.handle(api.readCalendar, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'keepInCalendar', ride);
  if (!wasEverSettled(ride)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This ride is not booked yet.');
  }
  const content = Buffer.from(downloadedCalendar(ride));
  const name = `${rideReference(ride.id)}.ics`;
  return { name, mediaType: api.CALENDAR_TYPE, bytes: content.length, content: oneChunk(content) };
});

async function* oneChunk(content: Uint8Array) {
  yield content;
}

rideRoutes.handle(checkoutApi.reopenCheckout, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return { clientSecret: await resumePayment(ride) };
});

rideRoutes.handle(checkoutApi.checkCard, async ({ params, body, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  await checkCard(ride, body.confirmationTokenId);
  return { isUsable: true as const };
});

rideRoutes.handle(checkoutApi.confirmBooking, async ({ params, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);
  return presentRiderRide(await confirmBooking(ride, riderOf(ride, clientNetwork)));
});

rideRoutes.handle(checkoutApi.verifyPayment, async ({ params, body, user, setStatus }) => {
  requireSelf(body.riderId, user.riderId);
  const ride = await findRide(params.rideId);
  authorize(user, 'pay', ride);

  const { isSettled, ride: current } = await confirmAndWait(ride, body.paymentIntentId);
  setStatus(isSettled ? 200 : 202);
  return { ride: presentRiderRide(current) };
});

rideRoutes.handle(driveApi.moveRide, async ({ params, body, user, clientNetwork }) => {
  if (body.status === 'accepted') {
    requireSelf(body.driverId, user.driverId);
    return presentDriverRide(
      await acceptRide(params.rideId, body.driverId, {
        ...body,
        riderId: user.riderId,
        address: clientNetwork,
      }),
    );
  }
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  return presentDriverRide(await reachMilestone(ride, body.status, { ...body, address: clientNetwork }));
});

rideRoutes.handle(driveApi.readCompletion, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  return quoteCompletion(ride, databaseClock.now());
});

rideRoutes.handle(driveApi.completeRide, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  return presentDriverRide(await completeRide(ride, body.actualFare, clientNetwork));
});

rideRoutes.handle(api.setStartPin, async ({ params, body, user, clientNetwork }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'prepare', ride);
  return presentRiderRide(await setStartPin(ride, { ...body, by: riderOf(ride, clientNetwork) }));
});
