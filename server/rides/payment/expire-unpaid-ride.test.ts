import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { withWrongClock } from '../../testing/with-wrong-clock.ts';
import { RideModel } from '../ride-model.ts';
import { expireUnpaidRide } from './expire-unpaid-ride.ts';

setUpTestApp();

const PAST = new Date(Date.now() - 1_000);

/** A booked ride whose payment deadline has passed. */
async function bookOverdue() {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await RideModel.updateOne({ _id: booked.ride.id }, { payBy: PAST });
  return { rider, booked, rideId: booked.ride.id };
}

test('a ride not paid in time is cancelled, and can no longer be paid', async () => {
  const { rider, booked, rideId } = await bookOverdue();
  const recorded = await recordRideMessages();

  await expireUnpaidRide(rideId);

  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(booked.clientSecret));
  expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  const published = await recorded.all(rideId);
  expect(published.map(({ status, version }) => [status, version])).toEqual([['cancelled', 2]]);
  await expect(pay(booked)).rejects.toThrow('status of canceled');
  const { body } = await as(rider).get(`/api/rides/${rideId}`);
  expect(body).toMatchObject({ status: 'cancelled', paymentStatus: 'expired', payBy: null });
});

test.each([
  ['', 0],
  [', whatever a worker’s own clock says', 3_600_000],
])('an unpaid ride does not expire before its deadline%s', async (_what, clockAheadMs) => {
  const { ride, clientSecret } = await bookRide(await buildRider());

  await withWrongClock(clockAheadMs, () => expireUnpaidRide(ride.id));

  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'requested', paymentStatus: 'pending' });
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(clientSecret));
  expect(intent.status).toBe('requires_payment_method');
});

test('an overdue ride that was paid before its expiry job ran is settled instead of cancelled', async () => {
  const { booked, rideId } = await bookOverdue();
  await pay(booked);

  await expireUnpaidRide(rideId);

  const stored = await RideModel.findById(rideId);
  expect(stored).toMatchObject({ status: 'requested', paymentStatus: 'paid' });
  expect(stored?.history.map(({ change }) => change)).toEqual(['requested', 'paid']);
});

test('an overdue ride whose payment awaits bank authentication is cancelled together with the payment', async () => {
  const { booked, rideId } = await bookOverdue();
  const paymentIntentId = await pay(booked, 'pm_card_threeDSecure2Required');
  expect((await stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('requires_action');

  await expireUnpaidRide(rideId);

  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'cancelled' });
  expect((await stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
});

test('an overdue ride does not expire while the bank is processing its payment', async () => {
  const { rideId } = await bookOverdue();
  const message = 'You cannot cancel this PaymentIntent because it has a status of processing.';
  const refusal = new Stripe.errors.StripeInvalidRequestError({ message, type: 'invalid_request_error' });
  vi.spyOn(stripe.paymentIntents, 'cancel').mockRejectedValueOnce(refusal);

  await expireUnpaidRide(rideId);
  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'requested', paymentStatus: 'pending' });

  await expireUnpaidRide(rideId);
  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
});

test('an overdue ride whose payment was never opened is cancelled', async () => {
  const ride = await buildRide({ paymentStatus: 'pending', payBy: PAST });

  await expireUnpaidRide(ride.id);

  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
});

test('repeated and concurrent expiry jobs cancel a ride once', async () => {
  const { rideId } = await bookOverdue();

  await Promise.all([expireUnpaidRide(rideId), expireUnpaidRide(rideId)]);
  await expireUnpaidRide(rideId);

  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'cancelled', version: 2 });
});

test.each(['paid', 'waived', 'flagged', 'refunded'] as const)(
  'a ride whose payment is %s does not expire',
  async (paymentStatus) => {
    const ride = await buildRide({ paymentStatus, payBy: PAST });

    await expireUnpaidRide(ride.id);

    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'requested', version: ride.version });
  },
);

test('a payment opened while its ride expires is closed again', async () => {
  const { rider, booked, rideId } = await bookOverdue();
  await RideModel.updateOne({ _id: rideId }, { paymentIntentId: null });
  const open = stripe.paymentIntents.create.bind(stripe.paymentIntents);
  vi.spyOn(stripe.paymentIntents, 'create').mockImplementationOnce(async (params, options) => {
    await expireUnpaidRide(rideId);
    return open(params, options);
  });

  const reply = await as(rider).post(`/api/rides/${rideId}/checkout`);

  expect(reply.status).toBe(409);
  expect(await RideModel.findById(rideId)).toMatchObject({ status: 'cancelled', paymentIntentId: null });
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(booked.clientSecret));
  expect(intent.status).toBe('canceled');
});
