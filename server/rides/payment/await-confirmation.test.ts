import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verifyPayment } from '#common/rides/checkout-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { env } from '../../env.ts';
import { jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { as, visitor } from '../../testing/as.ts';
import { bookRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { claimPaid } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();
beforeAll(() => startWorker());

test('a browser’s claim that a ride is paid does not settle it without a payment at Stripe', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    message: 'The payment has not gone through. You have not been charged.',
  });
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ paymentStatus: 'pending', version: 1 });
});

test('a declined card does not settle a ride, which can then be paid with another card', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await expect(pay(booked, 'pm_card_visa_chargeDeclined')).rejects.toThrow('Your card was declined.');

  expect((await claimPaid(rider, booked)).status).toBe(400);

  await pay(booked, 'pm_card_mastercard');
  const reply = await claimPaid(rider, booked);
  expect(verifyPayment.reply.parse(reply.body).ride.payment).toEqual({
    brand: 'mastercard',
    last4: '4444',
  });
});

test('the payment of another ride does not settle a ride', async () => {
  const rider = await buildRider();
  const [cheap, dear] = [await bookRide(rider, { hours: 1 }), await bookRide(rider, { hours: 24 })];
  const paidCheap = await pay(cheap);

  const reply = await claimPaid(rider, dear, paidCheap);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ message: 'That payment does not belong to this ride.' });
  expect(await RideModel.findById(dear.ride.id)).toMatchObject({ paymentStatus: 'pending' });
});

test('confirming a payment without the rider id is refused with the missing riderId error', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const paymentIntentId = await pay(booked);

  const reply = await as(rider).post(`/api/rides/${booked.ride.id}/payment-success`, { paymentIntentId });

  expect([reply.status, Object(reply.body).message]).toEqual([400, 'Missing riderId in payment metadata']);
});

/** Makes Stripe report the payment with this status once. */
function reportOnce(status: 'processing' | 'canceled') {
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents);
  vi.spyOn(stripe.paymentIntents, 'retrieve').mockImplementationOnce(async (id, params, options) => ({
    ...(await retrieve(id, params, options)),
    status,
  }));
}

test('confirming a payment that the bank is still processing returns 202', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  reportOnce('processing');

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(202);
  expect(verifyPayment.reply.parse(reply.body).ride).toMatchObject({
    paymentStatus: 'pending',
    version: 1,
  });
});

test.each([
  ['a bank decides on', 'processing', 'PAYMENT_IN_PROGRESS'],
  ['was cancelled at Stripe', 'canceled', 'RIDE_STATE_CONFLICT'],
] as const)('Pay now is refused for a payment that %s', async (_what, status, code) => {
  const rider = await buildRider();
  const { ride } = await bookRide(rider);
  reportOnce(status);

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect([reply.status, Object(reply.body).code]).toEqual([409, code]);
});

test('a rider is rate-limited after sixty payment confirmations in ten minutes', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await Promise.all(Array.from({ length: 60 }, () => claimPaid(rider, booked, 'pi_somebody_elses')));

  expect((await claimPaid(rider, booked)).status).toBe(429);
});

test('a visitor cannot confirm a payment', async () => {
  const booked = await bookRide(await buildRider());

  const reply = await visitor().post(`/api/rides/${booked.ride.id}/payment-success`, {
    paymentIntentId: paymentIntentOf(booked.clientSecret),
    riderId: booked.ride.riderId,
  });

  expect(reply.status).toBe(401);
});

test('Pay now on a ride that is already paid at Stripe confirms that payment instead', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const recorded = await recordRideMessages();
  await pay(booked);

  const reply = await as(rider).post(`/api/rides/${booked.ride.id}/checkout`);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ message: 'This ride is paid; the payment is being confirmed.' });
  expect(await recorded.next(booked.ride.id, 'paid')).toMatchObject({ paymentStatus: 'paid' });
});

test('confirming a payment while no worker answers returns 202, and the ride is settled later', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await pay(booked);
  const patience = env.PAYMENT_WAIT_MS;
  env.PAYMENT_WAIT_MS = 50;
  await jobQueue().pause();
  onTestFinished(async () => {
    env.PAYMENT_WAIT_MS = patience;
    await jobQueue().resume();
  });

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(202);
  expect(verifyPayment.reply.parse(reply.body).ride).toMatchObject({ paymentStatus: 'pending' });
  const recorded = await recordRideMessages();
  await jobQueue().resume();
  expect(await recorded.next(booked.ride.id, 'paid')).toMatchObject({ version: 2 });
});
