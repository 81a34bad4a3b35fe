import { expect, test, vi } from 'vitest';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { findPromoDifferences } from '../../promos/find-promo-differences.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildRequest, buildRide } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('repeating a booking with the same idempotency key returns the same ride', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id });
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const send = () => as(rider).post('/api/rides', request, key);

  const first = await send();
  const again = await send();

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
});

test('repeating a booking with the same key but other rates returns the same ride at its original fare', async () => {
  const rider = await buildRider();
  const send = (ratesVersion: string | null) =>
    as(rider).post('/api/rides', buildRequest({ riderId: rider.id, ratesVersion }), {
      'idempotency-key': 'under-other-rates',
    });
  const first = await send(null);

  const again = await send('rates-that-are-not-in-effect');

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
});

test('concurrent bookings with the same idempotency key create one ride and one payment', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id });
  const key = { 'idempotency-key': 'pressed-twice' };
  await as(rider).signIn();

  const replies = await Promise.all([1, 2, 3].map(() => as(rider).post('/api/rides', request, key)));

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const requested = replies.map(({ body }) => requestedRideSchema.parse(body));
  expect(new Set(requested.map(({ ride }) => ride.id)).size).toBe(1);
  expect(new Set(requested.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
});

test('a booking succeeds if the ride that held its idempotency key is deleted before it can be read', async () => {
  const rider = await buildRider();
  await as(rider).signIn();
  const create = RideModel.create.bind(RideModel);
  vi.spyOn(RideModel, 'create').mockImplementationOnce((async (doc: object) => {
    const first = await buildRide({ riderId: rider.id, idempotencyKey: 'given-up', requestDigest: 'any' });
    try {
      return await create(doc);
    } finally {
      await RideModel.deleteOne({ _id: first.id });
    }
  }) as never);

  const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), {
    'idempotency-key': 'given-up',
  });

  expect(reply.status).toBe(201);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
});

test('an idempotency key that was used for a different booking is refused', async () => {
  const rider = await buildRider();
  const key = { 'idempotency-key': 'used-before' };
  await as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), key);

  const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, hours: 4 }), key);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('the idempotency key of a cancelled booking is refused with RIDE_CANCELLED; a new key books again', async () => {
  const rider = await buildRider();
  const send = (key: string) =>
    as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), { 'idempotency-key': key });
  const { ride } = requestedRideSchema.parse((await send('given-up-since')).body);
  await as(rider).post(`/api/rides/${ride.id}/cancel`, { expectedFeeCents: 0, expectsUnpaid: true });

  const again = await send('given-up-since');

  expect(again).toMatchObject({ status: 409, body: { code: 'RIDE_CANCELLED' } });
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(1);
  expect((await send('booked-anew')).status).toBe(201);
});

test('the idempotency key of a paid booking is refused with RIDE_STATE_CONFLICT', async () => {
  const rider = await buildRider();
  const key = { 'idempotency-key': 'paid-since' };
  const send = () => as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), key);
  const { ride } = requestedRideSchema.parse((await send()).body);
  await RideModel.updateOne({ _id: ride.id }, { paymentStatus: 'paid' });

  expect(await send()).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
});

test('two riders can use the same idempotency key for separate bookings', async () => {
  const riders = await Promise.all([buildRider(), buildRider()]);
  const key = { 'idempotency-key': 'the-same-key' };

  const rides = await Promise.all(
    riders.map((rider) => as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), key)),
  );

  const ids = rides.map(({ body }) => requestedRideSchema.parse(body).ride.id);
  expect(new Set(ids).size).toBe(2);
});

test('a malformed idempotency key is refused rather than ignored', async () => {
  const rider = await buildRider();

  const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), {
    'idempotency-key': 'short',
  });

  expect(reply.status).toBe(400);
});

test('concurrent bookings with one key, a gift card and a promo code create one ride and hold each once', async () => {
  const rider = await buildRider();
  const [card, promo] = [await buildGiftCard(5_000), await buildPromo({ perRider: 1 })];
  const request = buildRequest({ riderId: rider.id, giftCardId: card.pass, promoCodeId: promo.id });
  const key = { 'idempotency-key': 'pressed-twice-with-a-card' };
  await as(rider).signIn();

  const replies = await Promise.all([1, 2, 3, 4].map(() => as(rider).post('/api/rides', request, key)));

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const ids = replies.map(({ body }) => requestedRideSchema.parse(body).ride.id);
  expect(new Set(ids).size).toBe(1);
  expect((await soundCard(card.id)).holds).toHaveLength(1);
  expect(await findPromoDifferences()).toEqual([]);
});
