import { withWrongClock } from '../testing/with-wrong-clock.ts';
import '../testing/own-simulator.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { enqueueAndWait, jobQueue, requestIdOfJob } from '../infra/queues.ts';
import { stripe } from '../infra/stripe.ts';
import { RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { bookRide, pay } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { beginPurchase } from '../testing/buy-gift-card.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { staffRideIn } from '../testing/pay-ride.ts';
import { book, phoneRequest } from '../testing/phone-booking.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { WebhookEventModel } from './stripe-events.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

const RIDE_ID = 'f'.repeat(24);

/** Builds a Stripe event, with a function that signs it. */
function buildEvent(id: string, type = 'payment_intent.succeeded', metadata: object = { rideId: RIDE_ID }) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: { metadata } } });
  const sign = (timestamp = Math.floor(Date.now() / 1_000), secret = env.STRIPE_WEBHOOK_SECRET) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, sign };
}

async function deliver(payload: string, signature: string, contentType = 'application/json') {
  const response = await fetch(`${testAppUrl()}/api/webhooks/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': contentType, ...(signature && { 'stripe-signature': signature }) },
  });
  const requestId = response.headers.get('x-request-id');
  return { status: response.status, body: await response.json(), requestId };
}

/** Builds an event that refers to a Stripe object only by its id. */
const buildEventOf = (type: string, objectId: string) => {
  const payload = JSON.stringify({
    id: `evt_${type}`,
    object: 'event',
    type,
    data: { object: { id: objectId } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: env.STRIPE_WEBHOOK_SECRET });
  return { payload, signature };
};

const jobsOf = async (rideId: string) => {
  const jobs = await jobQueue().getJobs();
  return jobs.filter((job) => job.name === 'confirm-payment' && job.data.rideId === rideId).length;
};

/** Returns the names of the jobs that a request enqueued. */
const jobsFrom = async (requestId: string | null) => {
  const jobs = await jobQueue().getJobs();
  return jobs.filter((job) => requestIdOfJob(job) === requestId).map(({ name }) => name);
};

test('a webhook alone settles a ride', async () => {
  const booked = await bookRide(await buildRider());
  const recorded = await recordRideMessages();

  await pay(booked);

  expect(await recorded.next(booked.ride.id, 'paid')).toMatchObject({
    status: 'requested',
    paymentStatus: 'paid',
    payment: { brand: 'visa', last4: '4242' },
    version: 2,
  });
});

test('repeated and concurrent confirmations by webhook and browser settle a ride once', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await ownSimulator.webhooks({ copies: 5 });
  const recorded = await recordRideMessages();

  const paymentIntentId = await pay(booked);
  const claim = { paymentIntentId, riderId: rider.id };
  const path = `/api/rides/${booked.ride.id}/payment-success`;
  const replies = await Promise.all([as(rider).post(path, claim), as(rider).post(path, claim)]);
  await ownSimulator.webhooks({ copies: 1 });

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const published = await recorded.all(booked.ride.id);
  expect(published.map(({ history }) => history.at(-1)?.change)).toEqual(['paid']);
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ version: 2, paymentStatus: 'paid' });
});

test('a webhook after the browser’s confirmation does not change the ride', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const paymentIntentId = await pay(booked);
  await as(rider).post(`/api/rides/${booked.ride.id}/payment-success`, {
    paymentIntentId,
    riderId: rider.id,
  });
  const { payload, sign } = buildEvent('evt_late', undefined, { rideId: booked.ride.id });

  expect((await deliver(payload, sign())).status).toBe(200);

  expect(await enqueueAndWait('confirm-payment', { rideId: booked.ride.id }, 10_000)).toBe('settled');
  expect(await RideModel.findById(booked.ride.id)).toMatchObject({ version: 2, paymentStatus: 'paid' });
});

const old = Math.floor(Date.now() / 1_000) - 301;

test.each([
  ['unsigned', () => ''],
  ['signed with another secret', () => buildEvent('evt_no').sign(undefined, 'whsec_another')],
  ['signed 301 seconds ago', () => buildEvent('evt_no').sign(old)],
  ['signed for another body', () => buildEvent('evt_other').sign()],
  ['with a signature cut off', () => buildEvent('evt_no').sign().slice(0, -1)],
  ['with an empty signature', () => `t=${Math.floor(Date.now() / 1_000)},v1=`],
  ['with a signature that is none', () => 'nonsense'],
  ['with a signature of an unknown scheme', () => buildEvent('evt_no').sign().replace('v1=', 'v9=')],
])('an event %s is refused and not processed', async (_what, signatureOf) => {
  const { payload } = buildEvent('evt_no');

  const { status, body } = await deliver(payload, signatureOf());

  expect([status, body]).toEqual([
    400,
    { code: 'INVALID_SIGNATURE', message: 'The signature does not match.' },
  ]);
  expect(await WebhookEventModel.exists({ _id: 'evt_no' })).toBeNull();
  expect(await jobsOf(RIDE_ID)).toBe(0);
});

test('a server whose clock is ten minutes ahead accepts an event that Stripe signed just now', async () => {
  const { payload, sign } = buildEvent('evt_wrong_clock', 'customer.created');
  const signature = sign();

  expect(await withWrongClock(600_000, () => deliver(payload, signature))).toMatchObject({ status: 200 });
});

test('an event whose content type is not JSON is refused', async () => {
  const { payload, sign } = buildEvent('evt_form');

  expect((await deliver(payload, sign(), 'application/x-www-form-urlencoded')).status).toBe(400);
});

test('repeated deliveries of an event are all acknowledged, and enqueue one job', async () => {
  const booked = await bookRide(await buildRider());
  const { payload, sign } = buildEvent('evt_twice', undefined, { rideId: booked.ride.id });

  const first = await deliver(payload, sign());
  const again = await deliver(payload, sign());

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(await jobsOf(booked.ride.id)).toBe(1);
  expect(await jobsFrom(first.requestId)).toEqual(['confirm-payment']);
});

test('an event whose job could not be enqueued is processed when it is delivered again', async () => {
  const booked = await bookRide(await buildRider());
  const { payload, sign } = buildEvent('evt_again', undefined, { rideId: booked.ride.id });
  vi.spyOn(jobQueue(), 'add').mockRejectedValueOnce(new Error('the queue is away'));

  const failed = await deliver(payload, sign());
  const again = await deliver(payload, sign());

  expect([failed.status, again.status]).toEqual([500, 200]);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  expect(await jobsOf(booked.ride.id)).toBe(1);
});

test.each([
  ['of no interest', 'charge.refunded', { rideId: RIDE_ID }],
  ['without a ride', 'payment_intent.succeeded', {}],
  ['with a malformed ride id', 'payment_intent.succeeded', { rideId: 'nonsense' }],
])('an event %s is acknowledged, but no job is enqueued for it', async (what, type, metadata) => {
  const { payload, sign } = buildEvent(`evt_${what.replaceAll(' ', '_')}`, type, metadata);

  const { status, requestId } = await deliver(payload, sign());

  expect(status).toBe(200);
  expect(await jobsFrom(requestId)).toEqual([]);
});

test.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
  'a %s event enqueues one sync of its refund',
  async (type) => {
    const payment_intent = await pay(await bookRide(await buildRider()));
    const { id: refundId } = await stripe.refunds.create({ payment_intent, amount: 100 });
    const { payload, signature } = buildEventOf(type, refundId);

    const replies = [await deliver(payload, signature), await deliver(payload, signature)];

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const jobs = (await jobQueue().getJobs()).filter(({ data }) => data.refundId === refundId);
    expect(jobs.map(({ name }) => name)).toEqual(['sync-refund']);
  },
);

test.each([
  ['charge', 'confirm-charge', openCharge],
  ['purchase', 'fulfil-gift-card', openPurchase],
])('an event that the bank declined a debit enqueues a check of its %s', async (kind, job, open) => {
  const metadata = await open();
  const { payload, sign } = buildEvent(`evt_${kind}`, 'checkout.session.async_payment_failed', metadata);

  const { status, requestId } = await deliver(payload, sign());

  expect([status, await jobsFrom(requestId)]).toEqual([200, [job]]);
});

/** Books a ride by phone. @returns the metadata of its checkouts */
async function openCharge() {
  const ride = staffRideIn(await book(phoneRequest()));
  return { chargeId: ride.charges[0]?.id };
}

async function openPurchase() {
  return { purchaseId: (await beginPurchase()).id };
}

test('a webhook body of more than a megabyte is refused', async () => {
  const { status } = await deliver('x'.repeat(1_100_000), 'nonsense');

  expect(status).toBe(413);
});
