import { Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#common/id.ts';
import { requestRideSchema } from '#common/rides/request-ride.ts';
import { completeRideSchema, moveRideSchema, paymentSuccessSchema } from '#common/rides/ride-requests.ts';
import { createLimit } from '../http/create-limit.ts';
import { parse } from '../http/parse.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { requireDriver, requireRider, requireUser } from '../http/require-role.ts';
import { awaitConfirmation } from '../payments/await-confirmation.ts';
import { introduceDriver } from '../users/introduce-driver.ts';
import { acceptRide } from './accept-ride.ts';
import { reopenCheckout } from './checkout.ts';
import { completeRide } from './complete-ride.ts';
import { findRide, listDriverRides, listOffers, listRiderRides } from './find-rides.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from './present-ride.ts';
import { requestRide } from './request-ride.ts';
import { authorize, requireSelf } from './ride-policy.ts';
import { startRide } from './start-ride.ts';

/** Everything under /api/rides. */
export const rideRoutes = Router();

const rideParams = z.object({ rideId: idSchema });

/** Payments a rider may open, open again, and have looked at: nobody books so many, but somebody may try out stolen cards. */
const requests = createLimit({ name: 'request-ride', times: 60, windowSeconds: 600 });
const checkouts = createLimit({ name: 'checkout', times: 60, windowSeconds: 600 });
const confirmations = createLimit({ name: 'confirm-payment', times: 60, windowSeconds: 600 });

rideRoutes.post('/', requireRider, async (req, res) => {
  const { body } = parse(z.object({ body: requestRideSchema }), req);
  requireSelf(body.riderId, req.session.riderId);
  const idempotencyKey = readIdempotencyKey(req);
  await requests.count(body.riderId);

  const { ride, clientSecret } = await requestRide(body, idempotencyKey);

  res.status(201).json({ ride: presentRiderRide(ride), clientSecret });
});

rideRoutes.get('/available/all', requireDriver, async (_req, res) => {
  const offers = await listOffers();
  res.json(offers.map(presentOffer));
});

rideRoutes.get('/rider/:riderId', requireRider, async (req, res) => {
  const { params } = parse(z.object({ params: z.object({ riderId: idSchema }) }), req);
  requireSelf(params.riderId, req.session.riderId);
  const rides = await listRiderRides(params.riderId);
  res.json(rides.map(presentRiderRide));
});

rideRoutes.get('/driver/:driverId', requireDriver, async (req, res) => {
  const { params } = parse(z.object({ params: z.object({ driverId: idSchema }) }), req);
  requireSelf(params.driverId, req.session.driverId);
  const rides = await listDriverRides(params.driverId);
  const now = new Date();
  res.json(rides.map((ride) => presentDriverRide(ride, now)));
});

rideRoutes.get('/:rideId', requireUser, async (req, res) => {
  const { params } = parse(z.object({ params: rideParams }), req);
  const ride = await findRide(params.rideId);
  authorize(req.session, 'view', ride);

  const isItsRider = ride.riderId === req.session.riderId;
  res.json(isItsRider ? presentRiderRide(ride) : presentDriverRide(ride, new Date()));
});

rideRoutes.post('/:rideId/checkout', requireRider, async (req, res) => {
  const { params } = parse(z.object({ params: rideParams }), req);
  const ride = await findRide(params.rideId);
  authorize(req.session, 'pay', ride);
  await checkouts.count(ride.riderId);

  res.json({ clientSecret: await reopenCheckout(ride) });
});

rideRoutes.post('/:rideId/payment-success', requireRider, async (req, res) => {
  const { params, body } = parse(z.object({ params: rideParams, body: paymentSuccessSchema }), req);
  requireSelf(body.riderId, req.session.riderId);
  const ride = await findRide(params.rideId);
  authorize(req.session, 'pay', ride);
  await confirmations.count(body.riderId);

  const { isSettled, ride: current } = await awaitConfirmation(ride, body.paymentIntentId);

  res.status(isSettled ? 200 : 202).json({ ride: presentRiderRide(current) });
});

rideRoutes.patch('/:rideId/status', requireDriver, async (req, res) => {
  const { params, body } = parse(z.object({ params: rideParams, body: moveRideSchema }), req);
  const { driverId } = req.session;

  if (body.status === 'accepted') {
    requireSelf(body.driverId, driverId);
    const driver = await introduceDriver(body.driverId);
    const accepted = await acceptRide(params.rideId, driver);
    res.json(presentDriverRide(accepted, new Date()));
    return;
  }

  const ride = await findRide(params.rideId);
  authorize(req.session, 'start', ride);
  const started = await startRide(ride);
  res.json(presentDriverRide(started, new Date()));
});

rideRoutes.patch('/:rideId/complete', requireDriver, async (req, res) => {
  const { params, body } = parse(z.object({ params: rideParams, body: completeRideSchema }), req);
  const ride = await findRide(params.rideId);
  authorize(req.session, 'complete', ride);

  const completed = await completeRide(ride, body.actualFare);

  res.json(presentDriverRide(completed, new Date()));
});
