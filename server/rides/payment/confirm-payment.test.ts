import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { confirmPayment as confirmPaymentCall } from '#common/rides/checkout-api.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { env } from '../../env.ts';
import { logger } from '../../infra/logger.ts';
import { enqueue, jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel } from '../ride-model.ts';
import { confirmPayment } from './confirm-payment.ts';

setUpTestApp();
beforeAll(() => startWorker());

/** The browser's claim that a ride is paid. */
const say = (
  rider: UserRecord,
  { ride, clientSecret }: RequestedRide,
  paymentIntentId = paymentIntentOf(clientSecret),
) => as(rider).post(`/api/rides/${ride.id}/payment-success`, { paymentIntentId, riderId: rider.id });

const isOffered = async (rideId: string) => {
  const { body } = await as(await buildDriver()).get('/api/rides/available/all');
  return JSON.stringify(body).includes(rideId);
};

/** Expects one logged error, which the test means to cause. */
function expectLogged(message: string) {
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([message]);
  vi.mocked(logger.error).mockClear();
}

test('a ride is settled by what Stripe holds, once the browser says so', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const heard = await recordRideMessages();
  await pay(booked);
  expect(await isOffered(booked.ride.id)).toBe(false);

  const reply = await say(rider, booked);

  expect(reply.status).toBe(200);
  expect(confirmPaymentCall.reply.parse(reply.body).ride).toMatchObject({
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
  const announced = await heard.all(booked.ride.id);
  expect(announced.map(({ history }) => history.at(-1)?.change)).toEqual(['paid']);
  expect(await isOffered(booked.ride.id)).toBe(true);
});

test('from browser and webhook, and however often, a ride is paid once', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await pay(booked);
  await as(rider).signIn();

  const replies = await Promise.all([
    say(rider, booked),
    say(rider, booked),
    confirmPayment(booked.ride.id),
    confirmPayment(booked.ride.id),
  ]);
  const later = await say(rider, booked);

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

test('a browser’s claim alone settles nothing', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);

  const reply = await say(rider, booked);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    message: 'The payment has not gone through. You have not been charged.',
  });
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ paymentStatus: 'pending', version: 1 });
});

test('a declined card settles nothing, and another may follow', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await expect(pay(booked, 'pm_card_visa_chargeDeclined')).rejects.toThrow('Your card was declined.');

  expect((await say(rider, booked)).status).toBe(400);

  await pay(booked, 'pm_card_mastercard');
  const reply = await say(rider, booked);
  expect(confirmPaymentCall.reply.parse(reply.body).ride.payment).toEqual({
    brand: 'mastercard',
    last4: '4444',
  });
});

test('another ride’s payment settles nothing', async () => {
  const rider = await buildRider();
  const [cheap, dear] = [await bookRide(rider, { hours: 1 }), await bookRide(rider, { hours: 24 })];
  const paidCheap = await pay(cheap);

  const reply = await say(rider, dear, paidCheap);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ message: 'That payment does not belong to this ride.' });
  expect(await RideModel.findById(dear.ride.id)).toMatchObject({ paymentStatus: 'pending' });
});

test('a payment of another amount flags the ride, and no driver sees it', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { amount: 100 });
  await pay(booked);

  const reply = await say(rider, booked);

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

test('a payment that names no rider is refused in the words of the specification, each time', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { metadata: { riderId: '' } });
  await pay(booked);

  for (let time = 0; time < 2; time += 1) {
    const reply = await say(rider, booked);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 'MISSING_RIDER_ID',
      message: 'Missing riderId in payment metadata',
    });
    expectLogged('payment does not match ride');
  }
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ paymentStatus: 'flagged', version: 2 });
});

test('a browser that does not send the rider’s id gets the same error', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const paymentIntentId = await pay(booked);

  const reply = await as(rider).post(`/api/rides/${booked.ride.id}/payment-success`, { paymentIntentId });

  expect([reply.status, Object(reply.body).message]).toEqual([400, 'Missing riderId in payment metadata']);
});

/** Has Stripe reply once with a payment in this state. */
function reportOnce(status: 'processing' | 'canceled') {
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents);
  vi.spyOn(stripe.paymentIntents, 'retrieve').mockImplementationOnce(async (id, params, options) => ({
    ...(await retrieve(id, params, options)),
    status,
  }));
}

test('while a bank still decides, the browser gets 202', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  reportOnce('processing');

  const reply = await say(rider, booked);

  expect(reply.status).toBe(202);
  expect(confirmPaymentCall.reply.parse(reply.body).ride).toMatchObject({
    paymentStatus: 'pending',
    version: 1,
  });
});

test.each([
  ['a bank decides on', 'processing', 'PAYMENT_IN_PROGRESS'],
  ['was cancelled at Stripe', 'canceled', 'RIDE_STATE_CONFLICT'],
] as const)('a payment that %s cannot be made again', async (_what, status, code) => {
  const rider = await buildRider();
  const { ride } = await bookRide(rider);
  reportOnce(status);

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect([reply.status, Object(reply.body).code]).toEqual([409, code]);
});

test('a flagged ride is settled once its payment has been put right', async () => {
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

test('a ride whose promo code its card has used before is refunded, and its rider is told why', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const discounted = { promoCodeId: promo.id };
  const [first, rider] = [await buildRider({ phone: null }), await buildRider({ phone: null })];
  const paid = await bookRide(first, { ...discounted, customerPhone: '(702) 555-4001' });
  await pay(paid);
  expect((await say(first, paid)).status).toBe(200);
  const booked = await bookRide(rider, { ...discounted, customerPhone: '(702) 555-4002' });
  const heard = await recordRideMessages();
  await pay(booked);

  const reply = await say(rider, booked);

  const message = 'This promo code was already used with this card. Your payment is being refunded.';
  expect([reply.status, reply.body]).toMatchObject([409, { message }]);
  expect(await heard.next(booked.ride.id, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
});

test('a cancelled ride that is paid all the same is refunded, and published to its rider', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const heard = await recordRideMessages();
  const paymentIntentId = await pay(booked);
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });

  const reply = await say(rider, booked);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    message: 'The ride had expired before it was paid. Your payment is being refunded.',
  });
  const refunded = await heard.next(booked.ride.id, 'refunded');
  expect(refunded).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  const { data: refunds } = await stripe.refunds.list({ payment_intent: paymentIntentId });
  expect(refunds.map(({ amount }) => amount)).toEqual([23_358]);
  const { body } = await as(rider).get(`/api/rides/${booked.ride.id}`);
  expect(body).toMatchObject({ paymentStatus: 'refunded', refundedAmount: '$233.58' });
  expect(await RideModel.findById(booked.ride.id).lean()).toMatchObject({ refundOwed: null });
  expect((await say(rider, booked)).status).toBe(409);
  expect((await stripe.refunds.list({ payment_intent: paymentIntentId })).data).toHaveLength(1);
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

test('sixty looks at payments in ten minutes are enough for one rider', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await Promise.all(Array.from({ length: 60 }, () => say(rider, booked, 'pi_somebody_elses')));

  expect((await say(rider, booked)).status).toBe(429);
});

test('a visitor cannot confirm a payment', async () => {
  const booked = await bookRide(await buildRider());

  const reply = await visitor().post(`/api/rides/${booked.ride.id}/payment-success`, {
    paymentIntentId: paymentIntentOf(booked.clientSecret),
    riderId: booked.ride.riderId,
  });

  expect(reply.status).toBe(401);
});

test('Pay now on a ride that Stripe holds paid has it confirmed instead', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const heard = await recordRideMessages();
  await pay(booked);

  const reply = await as(rider).post(`/api/rides/${booked.ride.id}/checkout`);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ message: 'This ride is paid; the payment is being confirmed.' });
  expect(await heard.next(booked.ride.id, 'paid')).toMatchObject({ paymentStatus: 'paid' });
});

test('while no worker answers, the browser gets 202', async () => {
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

  const reply = await say(rider, booked);

  expect(reply.status).toBe(202);
  expect(confirmPaymentCall.reply.parse(reply.body).ride).toMatchObject({ paymentStatus: 'pending' });
  const heard = await recordRideMessages();
  await jobQueue().resume();
  expect(await heard.next(booked.ride.id, 'paid')).toMatchObject({ version: 2 });
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
