import mongoose from 'mongoose';
import { beforeAll, expect, test, vi } from 'vitest';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { type ReplicaSet, startReplicaSet } from '#embedded/document-store/testing/replica-set.ts';
import { env } from './env.ts';
import { isUnavailable } from './infra/is-unavailable.ts';
import { logger } from './infra/logger.ts';
import { stripe } from './infra/stripe.ts';
import { RideModel } from './rides/ride-model.ts';
import { findRide } from './rides/ride-queries.ts';
import { openDatabase } from './schema/open-database.ts';
import { as } from './testing/as.ts';
import { buildGiftCard, soundCard } from './testing/build-gift-card.ts';
import { buildRequest, buildRide } from './testing/build-ride.ts';
import { buildDriver, buildRider } from './testing/build-user.ts';
import { connectSocket } from './testing/connect-socket.ts';
import { payAndConfirm } from './testing/pay-ride.ts';
import { requireOwnProcess } from './testing/require-own-process.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

requireOwnProcess('a database of its own');

let set: ReplicaSet;

beforeAll(async () => {
  set = await startReplicaSet();
  env.MONGO_URL = set.url;
  await openDatabase(1_300);
  return () => set.close();
});
setUpTestApp();

const UNAVAILABLE = 503;

/** Clears logged errors caused by a missing primary. Fails the test if anything else was logged. */
function forgetRefusals(): void {
  const logged = vi.mocked(logger.error).mock.calls;
  const others = logged.filter(([details]) => !isUnavailable(Object(details).error));
  vi.mocked(logger.error).mockClear();
  expect(others).toEqual([]);
}

test('after a step-down calls get 503, sockets stay connected, and a retried booking creates one ride', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);
  const book = () =>
    as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), { 'idempotency-key': 'elections-1' });

  set.stepDown();
  const refused = await Promise.all([book(), as(rider).get(`/api/rides/rider/${rider.id}`)]);
  set.elect();

  expect(refused.map(({ status }) => status)).toEqual([UNAVAILABLE, UNAVAILABLE]);
  await expect.poll(async () => (await book()).status, { timeout: 10_000 }).toBe(201);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
  expect(phone.socket.connected).toBe(true);
  forgetRefusals();
});

test.each(['find', 'insert'])(
  'a booking whose first %s meets a step-down succeeds once a primary is elected',
  async (command) => {
    const rider = await buildRider();
    await as(rider).signIn();

    const refused = set.stepDownAt(command);
    const booking = as(rider).post('/api/rides', buildRequest({ riderId: rider.id }));
    await refused;
    set.elect();

    expect((await booking).status).toBe(201);
  },
);

const WRITES = Array.from({ length: 12 }, (_, index) => index + 1);

test.each(WRITES)('a booking whose write %i loses the reply moves money exactly once', async (nth) => {
  const rider = await buildRider();
  const card = await buildGiftCard(5_000);
  await as(rider).signIn();
  const request = buildRequest({ riderId: rider.id, giftCardId: card.pass });
  const book = () => as(rider).post('/api/rides', request, { 'idempotency-key': `lost-reply-${nth}` });

  set.loseReply(nth);
  let reply = await book();
  if (reply.status === UNAVAILABLE) reply = await book();
  expect(reply.status).toBe(201);
  const { id } = await payAndConfirm(requestedRideSchema.parse(reply.body));

  const { paymentStatus, paymentIntentId, fare } = await findRide(id);
  expect(paymentStatus).toBe('paid');
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
  expect(await soundCard(card.id)).toMatchObject({ balanceCents: 0, heldCents: 0 });
  const { amount_received } = await stripe.paymentIntents.retrieve(paymentIntentId ?? '');
  expect(amount_received).toBe(fare.totalCents);
  expect(amount_received).toBe(23_358 - 5_000);
  forgetRefusals();
});

test('when the primary stops responding, calls get 503 within three seconds', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);
  const ask = () => as(rider).get(`/api/rides/rider/${rider.id}`);
  const book = () =>
    as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), { 'idempotency-key': 'elections-2' });

  set.fallSilent();
  const askedAt = performance.now();
  const refused = await Promise.all([ask(), book()]);
  expect(refused.map(({ status }) => status)).toEqual([UNAVAILABLE, UNAVAILABLE]);
  expect(performance.now() - askedAt).toBeLessThan(3_000);

  set.speak();
  await expect.poll(async () => (await book()).status, { timeout: 10_000 }).toBe(201);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
  expect(phone.socket.connected).toBe(true);
  forgetRefusals();
});

test('a ride completed on a primary without a majority is neither shown nor acknowledged as completed', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'in_progress' });
  const complete = () => as(driver).patch(`/api/rides/${id}/complete`, { actualFare: '$100.00' });
  const listOwn = () => as(rider).get(`/api/rides/rider/${rider.id}`);
  await Promise.all([as(driver).signIn(), as(rider).signIn()]);

  set.isolate();
  // The second attempt finds the ride completed by the first, unless it reads what a majority has.
  const refused = [await complete(), await complete()];
  const shown = await listOwn();
  set.stepDown();
  set.elect();

  expect(refused.map(({ status }) => status)).toEqual([UNAVAILABLE, UNAVAILABLE]);
  expect(shown.body).toMatchObject([{ id, status: 'in_progress' }]);
  await expect.poll(async () => (await complete()).status, { timeout: 10_000 }).toBe(200);
  expect((await listOwn()).body).toMatchObject([{ id, status: 'completed' }]);
  forgetRefusals();
});

test('no acknowledged write of this file could be rolled back by an election', () => {
  expect(set.atRisk()).toEqual([]);
});

test('queries and updates are sent to MongoDB with a time limit', async () => {
  const find = vi.spyOn(mongoose.mongo.Collection.prototype, 'find');
  const change = vi.spyOn(mongoose.mongo.Collection.prototype, 'findOneAndUpdate');

  await RideModel.find({ city: 'nowhere' });
  await RideModel.findOneAndUpdate({ city: 'nowhere' }, { $inc: { version: 1 } });

  expect(find.mock.lastCall?.[1]).toMatchObject({ maxTimeMS: 1_300 });
  expect(change.mock.lastCall).toMatchObject([{}, {}, { maxTimeMS: 1_300 }]);
});
