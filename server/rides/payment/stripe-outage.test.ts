import '../../testing/own-simulator.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { RESPONSE_DEADLINE_MS } from '../../http/answer-in-time.ts';
import { logger } from '../../infra/logger.ts';
import { enqueueAndWait } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRequest, buildRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { HALF_HOUR } from '../../testing/extend-by-rider.ts';
import { ownSimulator } from '../../testing/own-simulator.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, refundsAtStripe } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { composeTooLateEmail } from '../charges/charge-emails.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { refundRide } from './refund-ride.ts';

setUpTestApp();
beforeAll(() => startWorker());

/** More failures than the client retries by itself. */
const TIMES = 2;
const PAYMENTS = '/v1/payment_intents';

function expectOutageLogged(about: { operation: string; rideId?: string | undefined }) {
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining(about),
    'stripe request failed',
  );
  vi.mocked(logger.error).mockClear();
}

test('a booking that fails at Stripe is cancelled, and the same request can be repeated', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id });
  const key = { 'idempotency-key': 'tried-once-more' };
  await ownSimulator.fail({ path: PAYMENTS, times: TIMES, outcome: 500 });

  const failed = await as(rider).post('/api/rides', request, key);

  expect(failed.status).toBe(502);
  expect(failed.body).toEqual({
    code: 'PAYMENT_PROVIDER',
    message: 'The payment could not be started. You have not been charged. Please try again.',
  });
  const [calledOff, ...others] = await RideModel.find({ riderId: rider.id }).lean();
  expect(others).toEqual([]);
  expectOutageLogged({ operation: 'open payment', rideId: calledOff?._id.toHexString() });
  expect(calledOff).toMatchObject({ status: 'cancelled', paymentStatus: 'expired', version: 2 });
  expect(calledOff).not.toHaveProperty('idempotencyKey');

  const again = await as(rider).post('/api/rides', request, key);

  expect(again.status).toBe(201);
  const { ride } = requestedRideSchema.parse(again.body);
  expect(ride.id).not.toBe(calledOff?._id.toHexString());
  expect(ride).toMatchObject({ status: 'requested', paymentStatus: 'pending' });
});

test('a booking that fails at Stripe releases its gift card and promo code', async () => {
  const rider = await buildRider();
  const [card, promo] = [await buildGiftCard(10_000), await buildPromo({ perRider: 1, totalCap: 1 })];
  const request = buildRequest({ riderId: rider.id, giftCardId: card.pass, promoCodeId: promo.id });
  await ownSimulator.fail({ path: PAYMENTS, times: TIMES, outcome: 500 });

  const failed = await as(rider).post('/api/rides', request);

  expect(failed.status).toBe(502);
  expectOutageLogged({ operation: 'open payment' });
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  const { ride } = await bookRide(rider, request);
  expect(ride.fare).toMatchObject({ promoCents: 2_500, giftCardCents: 10_000 });
});

test('a booking succeeds despite one failed request to Stripe', async () => {
  await ownSimulator.fail({ path: PAYMENTS, times: 1, outcome: 500 });

  const { clientSecret } = await bookRide(await buildRider());

  expect(await stripe.paymentIntents.retrieve(paymentIntentOf(clientSecret))).toMatchObject({
    amount: 23_358,
  });
});

/** Shortens Stripe's timeout to `ms`. @returns a function that restores it */
function hurryStripe(ms: number): () => void {
  const { _api: api } = Object(stripe);
  const { timeout } = api;
  const calmDown = () => {
    api.timeout = timeout;
  };
  api.timeout = ms;
  onTestFinished(calmDown);
  return calmDown;
}

const paymentsOf = async (riderId: string) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata.riderId === riderId);
};

test('a booking whose first response from Stripe is lost is retried, and opens no second payment', async () => {
  const rider = await buildRider();
  await as(rider).signIn();
  hurryStripe(2_000);
  await ownSimulator.fail({ path: PAYMENTS, times: 1, outcome: 'timeout' });

  const { clientSecret } = await bookRide(rider);

  expect((await paymentsOf(rider.id)).map(({ id }) => id)).toEqual([paymentIntentOf(clientSecret)]);
});

test('a booking is answered with an error while Stripe hangs, and its repeat makes one ride that is paid once', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id });
  const key = { 'idempotency-key': 'pressed-while-it-hung' };
  await as(rider).signIn();
  const calmDown = hurryStripe(300);
  // Stripe executes the request, but the answer is lost.
  await ownSimulator.fail({ path: PAYMENTS, times: TIMES, outcome: 'timeout' });

  const failed = await as(rider).post('/api/rides', request, key);

  expect([failed.status, Object(failed.body).code]).toEqual([502, 'PAYMENT_PROVIDER']);
  expectOutageLogged({ operation: 'open payment' });
  calmDown();

  const again = await as(rider).post('/api/rides', request, key);
  const booked = requestedRideSchema.parse(again.body);
  await pay(booked);
  expect(await enqueueAndWait('confirm-payment', { rideId: booked.ride.id }, 15_000)).toBe('settled');

  const rides = await RideModel.find({ riderId: rider.id }).lean();
  expect(rides.map(({ status, paymentStatus }) => `${status} ${paymentStatus}`).toSorted()).toEqual([
    'cancelled expired',
    'requested paid',
  ]);
  // The client secret of the payment whose answer was lost was never given out, so nobody can pay it.
  const payments = await paymentsOf(rider.id);
  expect(payments.map(({ status, amount_received }) => [status, amount_received]).toSorted()).toEqual([
    ['requires_payment_method', 0],
    ['succeeded', booked.ride.fare.totalCents],
  ]);
});

test('both attempts of a request to Stripe time out before the deadline for our own answer', () => {
  const { timeout } = Object(stripe)._api;
  const attempts = stripe.getMaxNetworkRetries() + 1;
  const pauses = stripe.getMaxNetworkRetries() * stripe.getMaxNetworkRetryDelay() * 1_000;

  expect(attempts).toBe(TIMES);
  expect(attempts * timeout + Math.min(pauses, 500)).toBeLessThan(RESPONSE_DEADLINE_MS);
});

test('a repeated booking request while Stripe is slow returns the ride of the first', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id });
  const key = { 'idempotency-key': 'pressed-while-slow' };
  await as(rider).signIn();
  await ownSimulator.delay({ path: PAYMENTS, delayMs: 300 });

  const replies = await Promise.all([1, 2].map(() => as(rider).post('/api/rides', request, key)));

  const [first, second] = replies.map(({ body }) => requestedRideSchema.parse(body));
  expect(second).toEqual(first);
});

test('Pay now can be repeated after it failed at Stripe', async () => {
  const rider = await buildRider();
  const { ride, clientSecret } = await bookRide(rider);
  await ownSimulator.fail({
    path: `${PAYMENTS}/${paymentIntentOf(clientSecret)}`,
    times: TIMES,
    outcome: 500,
  });

  const failed = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect(failed.status).toBe(502);
  expectOutageLogged({ operation: 'read payment', rideId: ride.id });
  const again = await as(rider).post(`/api/rides/${ride.id}/checkout`);
  expect(again.body).toEqual({ clientSecret });
});

test('a payment confirmation that fails at Stripe is retried until the ride is settled', async () => {
  const booked = await bookRide(await buildRider());
  const paymentIntentId = await pay(booked);
  await ownSimulator.fail({ path: `${PAYMENTS}/${paymentIntentId}`, times: TIMES, outcome: 500 });
  const recorded = await recordRideMessages();

  const outcome = await enqueueAndWait('confirm-payment', { rideId: booked.ride.id }, 15_000);

  expect(outcome).toBe('settled');
  expect(await recorded.next(booked.ride.id, 'paid')).toMatchObject({ version: 2 });
});

/** A ride that owes $33.58 back to its card. */
async function buildOwed() {
  const rider = await buildRider();
  const paymentIntentId = await pay(await bookRide(rider));
  return buildRide({
    riderId: rider.id,
    status: 'completed',
    actualFareCents: 20_000,
    paymentIntentId,
    refundOwed: { reason: 'completed-for-less', since: new Date() },
  });
}

test('a refund that Stripe cannot make yet is retried and made once', async () => {
  const ride = await buildOwed();
  const recorded = await recordRideMessages();
  await ownSimulator.fail({ path: '/v1/refunds', times: 3, outcome: 409 });

  await enqueueAndWait('refund-ride', { rideId: ride.id, reason: 'completed-for-less' }, 15_000);

  expect(await recorded.next(ride.id, 'refunded')).toMatchObject({ refundedAmount: '$33.58' });
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([3_358]);
});

test('a refund above our Stripe balance stays owed, and is made within a day of the balance covering it', async () => {
  const ride = await buildOwed();
  const refund = () => refundRide(ride.id, 'completed-for-less');
  await ownSimulator.fail({ path: '/v1/refunds', outcome: 'insufficient_balance' });

  await expect(refund()).rejects.toThrow('Insufficient funds');
  // Stripe replays the failure for the same idempotency key, even if the balance is sufficient by now.
  await expect(refund()).rejects.toThrow('Insufficient funds');

  const owed = { version: ride.version, refundOwed: { reason: 'completed-for-less' }, refunds: [] };
  expect(await findRide(ride.id)).toMatchObject(owed);
  await ownSimulator.advanceClock(86_401);
  await refund();
  expect(await findRide(ride.id)).toMatchObject({
    refundOwed: null,
    refunds: [{ amountCents: 3_358, refundId: expect.stringMatching(/^re_/) }],
  });
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([3_358]);
});

/** A ride in progress whose extension is paid at Stripe, which nobody has reported. */
async function buildExtended() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  const ride = await reachMilestone(await findRide(id), 'in_progress');
  const reply = await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: HALF_HOUR });
  const { chargeId } = reply.body as { chargeId: string };
  const paymentIntentId = await openCharge(rider, id, chargeId);
  await payAtStripe(paymentIntentId);
  const actualFare = `$${(ride.fare.fareCents / 100).toFixed(2)}`;
  const complete = () => as(driver).patch(`/api/rides/${id}/complete`, { actualFare });
  await as(driver).signIn();
  return { id, chargeId, paymentIntentId, complete };
}

test('a ride is completed although Stripe fails, and its paid extension is refunded with an email that says why', async () => {
  const { id, chargeId, paymentIntentId, complete } = await buildExtended();
  await ownSimulator.fail({ path: `${PAYMENTS}/${paymentIntentId}/cancel`, times: TIMES, outcome: 500 });

  expect(await complete()).toMatchObject({ status: 200, body: { status: 'completed', hours: 3 } });

  expect(await findRide(id)).toMatchObject({
    pendingEdit: null,
    charges: [{ id: chargeId, status: 'void' }],
  });
  expect(await confirmCharge(chargeId)).toBe('refunding');
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([HALF_HOUR]);
  const mail = JSON.stringify(await composeTooLateEmail(chargeId));
  expect(mail).toContain('Your ride was already completed when this was paid. It was not extended.');
});

test('a driver who completes a ride does not wait for Stripe to time out', async () => {
  const { complete } = await buildExtended();
  const cancel = vi.spyOn(stripe.paymentIntents, 'cancel').mockReturnValue(new Promise(() => {}));

  expect(await complete()).toMatchObject({ status: 200, body: { status: 'completed', hours: 3 } });

  expect(cancel).toHaveBeenCalledOnce();
});
