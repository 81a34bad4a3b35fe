import { expect, test } from 'vitest';
import { AppError } from '#common/errors.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { bookRide, buildRequest, confirmCovered, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { balanceOf, bookWithCard, ledgerOf } from '../../testing/spend-gift-card.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { requestRide } from './request-ride.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const PAST = new Date(Date.now() - 60_000);

test('a gift card pays what it can, and the bank card the rest', async () => {
  const card = await buildGiftCard(10_000);

  const booked = await bookWithCard(card);

  expect(booked.ride).toMatchObject({
    giftCardId: card.id,
    discountAmount: 100,
    estimatedFare: '$233.58',
    fare: { fareCents: FARE_CENTS, giftCardCents: 10_000, totalCents: 13_358 },
  });
  expect((await stripe.paymentIntents.retrieve(paymentIntentOf(booked.clientSecret))).amount).toBe(13_358);
  expect(await ledgerOf(card)).toEqual([['hold', -10_000]]);

  await pay(booked);
  await Promise.all([confirmPayment(booked.ride.id), confirmPayment(booked.ride.id)]);

  expect(await findRide(booked.ride.id)).toMatchObject({ paymentStatus: 'paid' });
  expect(await ledgerOf(card)).toEqual([
    ['hold', -10_000],
    ['capture', 0],
  ]);
});

test('a ride covered by a gift card stays pending until a confirmation books it without a bank card', async () => {
  const [rider, card] = [await buildRider(), await buildGiftCard(50_000)];

  const { ride, clientSecret } = await bookRide(rider, { giftCardId: card.pass });

  expect(clientSecret).toBe('no_payment_required');
  expect(ride).toMatchObject({ paymentStatus: 'pending', fare: { totalCents: 0 } });
  const driver = as(await buildDriver());
  expect(JSON.stringify((await driver.get('/api/rides/available/all')).body)).not.toContain(ride.id);
  expect(await ledgerOf(card)).toEqual([['hold', -FARE_CENTS]]);

  const path = `/api/rides/${ride.id}/confirm`;
  expect((await as(await buildRider()).post(path)).status).toBe(404);
  const replies = await Promise.all([as(rider).post(path), as(rider).post(path)]);
  expect(replies).toMatchObject([
    { status: 200, body: { paymentStatus: 'waived', payBy: null } },
    { status: 200, body: { paymentStatus: 'waived' } },
  ]);
  const { history, paymentIntentId } = await findRide(ride.id);
  expect([paymentIntentId, history.length]).toEqual([null, 2]);
  expect(await ledgerOf(card)).toEqual([
    ['hold', -FARE_CENTS],
    ['capture', 0],
  ]);
  expect(await balanceOf(card)).toBe(50_000 - FARE_CENTS);
  expect(JSON.stringify((await driver.get('/api/rides/available/all')).body)).toContain(ride.id);
});

test('confirming a ride that needs a payment or whose hold has expired is refused', async () => {
  const rider = await buildRider();
  const due = await bookRide(rider);
  const gone = await bookRide(rider, { giftCardId: (await buildGiftCard(50_000)).pass });
  await RideModel.updateOne({ _id: gone.ride.id }, { payBy: PAST });
  await expireUnpaidRide(gone.ride.id);

  for (const { ride } of [due, gone]) {
    const reply = await as(rider).post(`/api/rides/${ride.id}/confirm`);
    expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
  }
  expect(await findRide(due.ride.id)).toMatchObject({ paymentStatus: 'pending' });
});

test('when confirmation and expiry race, the gift card either pays for the ride or keeps its balance', async () => {
  for (let round = 0; round < 10; round += 1) {
    const card = await buildGiftCard(50_000);
    const booked = await bookWithCard(card);
    await RideModel.updateOne({ _id: booked.ride.id }, { payBy: PAST });

    await Promise.allSettled([confirmCovered(booked), expireUnpaidRide(booked.ride.id)]);

    const { paymentStatus } = await findRide(booked.ride.id);
    const spent = paymentStatus === 'waived' ? FARE_CENTS : 0;
    expect(await soundCard(card.id)).toMatchObject({ balanceCents: 50_000 - spent, heldCents: 0 });
  }
});

test.each([
  [49, 'no_payment_required'],
  [50, expect.stringContaining('_secret_')],
])('if the gift card leaves %i cents to pay, the client secret is %s', async (restCents, secret) => {
  const card = await buildGiftCard(FARE_CENTS - restCents);

  const { ride, clientSecret } = await bookWithCard(card);

  expect(clientSecret).toEqual(secret);
  expect(ride).toMatchObject({ fare: { giftCardCents: FARE_CENTS - restCents } });
  expect(await balanceOf(card)).toBe(0);
});

test('a gift card’s own id or code is refused as payment for a ride', async () => {
  const card = await buildGiftCard();
  const rider = await buildRider();

  for (const giftCardId of [card.id, card.code]) {
    const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, giftCardId }));
    expect([reply.status, Object(reply.body).issues[0].path]).toEqual([400, 'giftCardId']);
  }
  expect(await ledgerOf(card)).toEqual([]);
});

test('a ride that is not paid in time releases its gift card hold once', async () => {
  const card = await buildGiftCard(10_000);
  const { ride } = await bookWithCard(card);
  await RideModel.updateOne({ _id: ride.id }, { payBy: PAST });

  await Promise.all([expireUnpaidRide(ride.id), expireUnpaidRide(ride.id)]);
  await expireUnpaidRide(ride.id);

  expect(await ledgerOf(card)).toEqual([
    ['hold', -10_000],
    ['release', 10_000],
  ]);
});

test('two hundred concurrent bookings with one gift card spend exactly its balance', {
  timeout: 60_000,
}, async () => {
  const card = await buildGiftCard(100_000);
  // Each by another rider, because the bookings of one rider take turns.
  const requests = Array.from({ length: 200 }, () =>
    buildRequest({ riderId: newId(), giftCardId: card.pass }),
  );

  const outcomes = await Promise.allSettled(requests.map((request) => requestRide(request, null)));

  const booked = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.ride] : []));
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const reason of refusals) {
    expect(reason).toBeInstanceOf(AppError);
    expect(reason).toMatchObject({ message: 'This gift card is not valid' });
  }
  expect(booked.map(({ fare }) => fare.giftCardCents).toSorted((one, other) => one - other)).toEqual([
    100_000 - 4 * FARE_CENTS,
    ...Array.from({ length: 4 }, () => FARE_CENTS),
  ]);
  const { balanceCents, heldCents } = await soundCard(card.id);
  expect([balanceCents, heldCents]).toEqual([0, 100_000]);
  expect(await RideModel.countDocuments({ giftCardId: card.id })).toBe(5);
});

test('concurrent requests with one idempotency key hold the gift card once', async () => {
  const card = await buildGiftCard(100_000);
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id, giftCardId: card.pass });
  const key = { 'idempotency-key': 'pressed-thrice' };
  await as(rider).signIn();

  const replies = await Promise.all([1, 2, 3].map(() => as(rider).post('/api/rides', request, key)));

  const ids = replies.map(({ body }) => requestedRideSchema.parse(body).ride.id);
  expect(new Set(ids).size).toBe(1);
  expect(await balanceOf(card)).toBe(100_000 - FARE_CENTS);
});

test('two concurrent bookings share the balance of one gift card', async () => {
  const card = await buildGiftCard(30_000);
  const [first, second] = await Promise.all([bookWithCard(card), bookWithCard(card)]);

  const shares = [first, second].map(({ ride }) => ride.fare.giftCardCents);
  expect(shares.toSorted((one, other) => one - other)).toEqual([30_000 - FARE_CENTS, FARE_CENTS]);
});
