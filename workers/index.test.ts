import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '#server/env.ts';
import { enqueue } from '#server/infra/queues.ts';
import { redis } from '#server/infra/redis.ts';
import { stripe as account } from '#server/infra/stripe.ts';
import { MailModel } from '#server/mail/mail-model.ts';
import { acceptRide } from '#server/rides/dispatch/accept-ride.ts';
import { RideModel } from '#server/rides/ride-model.ts';
import { bookRide, buildRide, pay } from '#server/testing/build-ride.ts';
import { buildDriver, buildRider } from '#server/testing/build-user.ts';
import { recordRideMessages } from '#server/testing/record-ride-messages.ts';
import { setUpTestApp } from '#server/testing/set-up-test-app.ts';
import { holdStripe } from './testing/hold-stripe.ts';
import { spawnWorker } from './testing/spawn-worker.ts';
import { startWorker } from './testing/start-worker.ts';

setUpTestApp();

async function bookPaid() {
  const booked = await bookRide(await buildRider());
  await pay(booked);
  return booked.ride.id;
}

const changesOf = async (rideId: string) => {
  const ride = await RideModel.findById(rideId);
  return ride?.history.map(({ change }) => change);
};

test('a payment confirmation whose worker is killed is finished once by another worker', async () => {
  const rideId = await bookPaid();
  const recorded = await recordRideMessages();
  const stripe = await holdStripe('/v1/payment_intents');
  const worker = await spawnWorker({ JOB_LOCK_MS: '1000', STRIPE_SIMULATOR_URL: stripe.url });
  await enqueue('confirm-payment', { rideId });
  await stripe.reached;

  expect(await worker.end('SIGKILL')).toBeNull();
  expect(await changesOf(rideId)).toEqual(['requested']);
  env.JOB_LOCK_MS = 1_000;
  const stop = await startWorker();
  onTestFinished(stop);

  expect(await recorded.next(rideId, 'paid')).toMatchObject({ version: 2, paymentStatus: 'paid' });
  expect(await changesOf(rideId)).toEqual(['requested', 'paid']);
});

test('an unaccepted ride whose worker is killed during the refund is refunded once by another worker', async () => {
  const payment_intent = await pay(await bookRide(await buildRider()));
  const { id } = await buildRide({ paymentIntentId: payment_intent, scheduledAt: new Date(0) });
  const recorded = await recordRideMessages();
  const stripe = await holdStripe('/v1/refunds');
  const worker = await spawnWorker({ JOB_LOCK_MS: '1000', STRIPE_SIMULATOR_URL: stripe.url });
  await enqueue('expire-unaccepted-ride', { rideId: id });
  await stripe.reached;

  expect(await worker.end('SIGKILL')).toBeNull();
  stripe.release();
  expect(await changesOf(id)).toEqual(['requested', 'paid', 'cancelled']);
  env.JOB_LOCK_MS = 1_000;
  const stop = await startWorker();
  onTestFinished(stop);

  await recorded.next(id, 'refunded');
  const { data } = await account.refunds.list({ payment_intent });
  expect(data.map(({ amount }) => amount)).toEqual([23_358]);
  expect(await MailModel.countDocuments({ aboutId: id })).toBe(1);
});

test('a worker that gets SIGTERM finishes its jobs', async () => {
  const rideId = await bookPaid();
  const stripe = await holdStripe('/v1/payment_intents');
  const worker = await spawnWorker({ STRIPE_SIMULATOR_URL: stripe.url });
  await enqueue('confirm-payment', { rideId });
  await stripe.reached;

  const ended = worker.end('SIGTERM');
  stripe.release();

  expect(await ended).toBe(0);
  expect(await changesOf(rideId)).toEqual(['requested', 'paid']);
});

test('a worker relays the change that a killed server did not publish', async () => {
  const [ride, dee] = [await buildRide(), await buildDriver()];
  const recorded = await recordRideMessages();
  vi.spyOn(redis, 'publish').mockRejectedValueOnce(new Error('killed'));
  await acceptRide(ride.id, dee.id);

  await spawnWorker();

  expect(await recorded.next(ride.id, 'accepted')).toMatchObject({ version: ride.version + 1 });
});
