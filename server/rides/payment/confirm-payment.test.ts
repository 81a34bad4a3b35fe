import { beforeAll, expect, test, vi } from 'vitest';
import { verifyPayment } from '#common/rides/checkout-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { logger } from '../../infra/logger.ts';
import { enqueue, jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { releasePromo } from '../../promos/promo-holds.ts';
import { as } from '../../testing/as.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { claimPaid, refundsAtStripe } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { presentRiderRide } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { confirmPayment } from './confirm-payment.ts';

setUpTestApp();
beforeAll(() => startWorker());

const isOffered = async (rideId: string) => {
  const { body } = await as(await buildDriver()).get('/api/rides/available/all');
  return JSON.stringify(body).includes(rideId);
};

/** Expects exactly this logged error. */
function expectLogged(message: string) {
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([message]);
  vi.mocked(logger.error).mockClear();
}

test('a ride paid at Stripe is settled, published and offered once the browser confirms the payment', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const recorded = await recordRideMessages();
  await pay(booked);
  expect(await isOffered(booked.ride.id)).toBe(false);

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(200);
  expect(verifyPayment.reply.parse(reply.body).ride).toMatchObject({
    status: 'requested',
    paymentStatus: 'paid',
    payment: { brand: 'visa', last4: '4242' },
    payBy: null,
    version: 2,
  });
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({
    paymentStatus: 'paid',
    publishedVersion: 2,
  });
  const published = await recorded.all(booked.ride.id);
  expect(published.map(({ history }) => history.at(-1)?.change)).toEqual(['paid']);
  expect(await isOffered(booked.ride.id)).toBe(true);
});

test('repeated and concurrent payment confirmations settle a ride once', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await pay(booked);
  await as(rider).signIn();

  const replies = await Promise.all([
    claimPaid(rider, booked),
    claimPaid(rider, booked),
    confirmPayment(booked.ride.id),
    confirmPayment(booked.ride.id),
  ]);
  const later = await claimPaid(rider, booked);

  expect([replies[0].status, replies[1].status, replies[2], replies[3], later.status]).toEqual([
    200,
    200,
    'settled',
    'settled',
    200,
  ]);
  const stored = await RideModel.findById(booked.ride.id);
  expect(stored?.history.map(({ change }) => change)).toEqual(['requested', 'paid']);
});

test('a payment of a different amount flags the ride, and drivers are not offered it', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { amount: 100 });
  await pay(booked);

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    message: 'The payment does not match the ride. Please contact support.',
  });
  expectLogged('payment does not match ride');
  const stored = await RideModel.findById(booked.ride.id);
  expect(stored).toMatchObject({ status: 'requested', paymentStatus: 'flagged' });
  expect(stored?.history.map(({ change }) => change)).toEqual(['requested', 'flagged']);
  expect(await isOffered(booked.ride.id)).toBe(false);
});

test('a payment for another rider flags the ride', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const { id } = await buildRider();
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { metadata: { riderId: id } });
  await pay(booked);

  expect(await confirmPayment(booked.ride.id)).toBe('flagged');
  expectLogged('payment does not match ride');
});

test('a payment that names no rider flags the ride, and is refused with the specified error each time', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { metadata: { riderId: '' } });
  await pay(booked);

  for (let time = 0; time < 2; time += 1) {
    const reply = await claimPaid(rider, booked);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 'MISSING_RIDER_ID',
      message: 'Missing riderId in payment metadata',
    });
    expectLogged('payment does not match ride');
  }
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ paymentStatus: 'flagged', version: 2 });
});

test('a flagged ride is settled once its payment is corrected at Stripe', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const paymentIntentId = paymentIntentOf(booked.clientSecret);
  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId: '' } });
  await pay(booked);
  expect(await confirmPayment(booked.ride.id)).toBe('missing-rider');
  expectLogged('payment does not match ride');

  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId: rider.id } });

  expect(await confirmPayment(booked.ride.id)).toBe('settled');
  expect(await isOffered(booked.ride.id)).toBe(true);
});

test('a ride whose promo code was already used with the same card is refunded, and the reply says why', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const discounted = { promoCodeId: promo.id };
  const [first, rider] = [await buildRider({ phone: null }), await buildRider({ phone: null })];
  const paid = await bookRide(first, { ...discounted, customerPhone: '(702) 555-4001' });
  await pay(paid);
  expect((await claimPaid(first, paid)).status).toBe(200);
  const booked = await bookRide(rider, { ...discounted, customerPhone: '(702) 555-4002' });
  const recorded = await recordRideMessages();
  await pay(booked);

  const reply = await claimPaid(rider, booked);

  const message = 'This promo code was already used with this card. Your payment is being refunded.';
  expect([reply.status, reply.body]).toMatchObject([409, { message }]);
  expect(await recorded.next(booked.ride.id, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
});

test('a paid ride whose promo code is no longer held for it is cancelled and refunded, and the log says why', async () => {
  const promo = await buildPromo();
  const booked = await bookRide(await buildRider(), { promoCodeId: promo.id });
  const { id: rideId } = booked.ride;
  await pay(booked);
  await releasePromo({ promoId: promo.id, rideId });
  vi.spyOn(logger, 'warn').mockReturnValue();

  expect(await confirmPayment(rideId)).toBe('refunding');

  expect(await findRide(rideId)).toMatchObject({ status: 'cancelled' });
  const cause = { rideId, outcome: 'expired' };
  expect(logger.warn).toHaveBeenCalledWith(cause, 'promo code or gift card hold expired, ride cancelled');
});

test('a cancelled ride that was paid is refunded once, and the refund is published to its rider', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const recorded = await recordRideMessages();
  const paymentIntentId = await pay(booked);
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });

  const reply = await claimPaid(rider, booked);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    message: 'The ride had expired before it was paid. Your payment is being refunded.',
  });
  const refunded = await recorded.next(booked.ride.id, 'refunded');
  expect(refunded).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  const { data: refunds } = await stripe.refunds.list({ payment_intent: paymentIntentId });
  expect(refunds.map(({ amount }) => amount)).toEqual([23_358]);
  const { body } = await as(rider).get(`/api/rides/${booked.ride.id}`);
  expect(body).toMatchObject({ paymentStatus: 'refunded', refundedAmount: '$233.58' });
  expect(await RideModel.findById(booked.ride.id).lean()).toMatchObject({ refundOwed: null });
  expect((await claimPaid(rider, booked)).status).toBe(409);
  expect((await stripe.refunds.list({ payment_intent: paymentIntentId })).data).toHaveLength(1);
});

test('a mismatched payment for an expired ride is refunded in full, and the ride is not flagged', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const { id: rideId } = booked.ride;
  const paymentIntentId = paymentIntentOf(booked.clientSecret);
  await stripe.paymentIntents.update(paymentIntentId, { amount: 10_000, metadata: { riderId: '' } });
  await pay(booked);
  await RideModel.updateOne({ _id: rideId }, { status: 'cancelled', paymentStatus: 'expired' });
  const recorded = await recordRideMessages();

  const reply = await claimPaid(rider, booked);

  expect([reply.status, reply.body]).toMatchObject([409, { code: 'RIDE_STATE_CONFLICT' }]);
  expectLogged('payment does not match ride');
  expect(await recorded.next(rideId, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([10_000]);
  expect(await confirmPayment(rideId)).toBe('refunding');
});

test('a mismatched payment is refunded if its ride is cancelled while it is being checked', async () => {
  const booked = await bookRide(await buildRider());
  const { id: rideId } = booked.ride;
  const paymentIntentId = paymentIntentOf(booked.clientSecret);
  await stripe.paymentIntents.update(paymentIntentId, { amount: 10_000 });
  await pay(booked);
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents);
  vi.spyOn(stripe.paymentIntents, 'retrieve').mockImplementationOnce(async (id, params) => {
    await cancelUnpaidRide(rideId);
    return retrieve(id, params);
  });
  const recorded = await recordRideMessages();

  expect(await confirmPayment(rideId)).toBe('refunding');

  expectLogged('payment does not match ride');
  await recorded.next(rideId, 'refunded');
  expect(await refundsAtStripe(paymentIntentId)).toEqual([10_000]);
});

test('a payment owed back reaches a screen that already has the cancelled ride', async () => {
  const booked = await bookRide(await buildRider());
  const { id: rideId } = booked.ride;
  await pay(booked);
  await cancelUnpaidRide(rideId);
  const { version } = await findRide(rideId);
  vi.spyOn(jobQueue(), 'add').mockRejectedValue(new Error('the queue is away'));

  expect(await confirmPayment(rideId)).toBe('refunding');

  const after = presentRiderRide(await findRide(rideId));
  expect(after).toMatchObject({ isLateRefundOwed: true, version: version + 1 });
  expect((await findRide(rideId)).history.at(-1)).toMatchObject({ change: 'adjusted', by: WORKER });
  expect(await confirmPayment(rideId)).toBe('refunding');
  expect((await findRide(rideId)).version).toBe(version + 1);
});

test('a refund whose job cannot be enqueued is recorded as owed', async () => {
  const booked = await bookRide(await buildRider());
  await pay(booked);
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });
  vi.spyOn(jobQueue(), 'add').mockRejectedValueOnce(new Error('the queue is away'));

  expect(await confirmPayment(booked.ride.id)).toBe('refunding');

  expect(await RideModel.findById(booked.ride.id)).toMatchObject({
    refundOwed: { reason: 'paid-too-late', since: expect.any(Date) },
  });
});

test('a job for a ride that does not exist fails permanently at once', async () => {
  const given = vi.mocked(logger.error);
  const givenUp = new Promise<void>((resolve) => given.mockImplementation(() => resolve()));

  await enqueue('confirm-payment', { rideId: 'f'.repeat(24) });

  await givenUp;
  expect(given.mock.calls).toEqual([
    [expect.objectContaining({ job: 'confirm-payment', attempt: 1 }), 'job failed permanently'],
  ]);
  given.mockClear();
});
