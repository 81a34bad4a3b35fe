import { expect, test, vi } from 'vitest';
import { AppError } from '#common/errors.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { holdGiftCard, releaseGiftCard } from '../../gift-cards/ledger.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard, type TestGiftCard } from '../../testing/build-gift-card.ts';
import {
  bookRide,
  buildRequest,
  buildRide,
  confirmCovered,
  pay,
  paymentIntentOf,
} from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { settleRide } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { decideFare } from '../by-staff/decide-fare.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { requestRide } from './request-ride.ts';
import { captureHolds, releaseOverdueHolds } from './ride-holds.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const PAST = new Date(Date.now() - 60_000);

/** The entries of the card's ledger, without its issue. */
async function story({ id }: TestGiftCard): Promise<[string, number][]> {
  const { entries } = await soundCard(id);
  return entries.slice(1).map(({ kind, amountCents }) => [kind, amountCents]);
}

const balanceOf = async ({ id }: TestGiftCard) => (await soundCard(id)).balanceCents;

async function bookWith(card: TestGiftCard, overrides: Partial<RequestRide> = {}) {
  const rider = await buildRider();
  return { rider, ...(await bookRide(rider, { giftCardId: card.pass, ...overrides })) };
}

/** A ride in progress, for which a card of so many cents and, for the rest, a bank card have paid. */
async function rideUnderWay(card: TestGiftCard) {
  const booked = await bookWith(card);
  await settleRide(booked);
  const driver = await buildDriver();
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'in_progress', driverId: driver.id });
  return findRide(booked.ride.id);
}

async function refundsOf(paymentIntentId: string): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId });
  return data.map(({ amount }) => amount);
}

test('a gift card pays what it can, and the bank card the rest', async () => {
  const card = await buildGiftCard(10_000);

  const booked = await bookWith(card);

  expect(booked.ride).toMatchObject({
    giftCardId: card.id,
    discountAmount: 100,
    estimatedFare: '$233.58',
    fare: { fareCents: FARE_CENTS, giftCardCents: 10_000, totalCents: 13_358 },
  });
  expect((await stripe.paymentIntents.retrieve(paymentIntentOf(booked.clientSecret))).amount).toBe(13_358);
  expect(await story(card)).toEqual([['hold', -10_000]]);

  await pay(booked);
  await Promise.all([confirmPayment(booked.ride.id), confirmPayment(booked.ride.id)]);

  expect(await findRide(booked.ride.id)).toMatchObject({ paymentStatus: 'paid' });
  expect(await story(card)).toEqual([
    ['hold', -10_000],
    ['capture', 0],
  ]);
});

test('a ride that a gift card covers is held until it is confirmed, which books it without a bank card', async () => {
  const [rider, card] = [await buildRider(), await buildGiftCard(50_000)];

  const { ride, clientSecret } = await bookRide(rider, { giftCardId: card.pass });

  expect(clientSecret).toBe('no_payment_required');
  expect(ride).toMatchObject({ paymentStatus: 'pending', fare: { totalCents: 0 } });
  const driver = as(await buildDriver());
  expect(JSON.stringify((await driver.get('/api/rides/available/all')).body)).not.toContain(ride.id);
  expect(await story(card)).toEqual([['hold', -FARE_CENTS]]);

  const path = `/api/rides/${ride.id}/confirm`;
  expect((await as(await buildRider()).post(path)).status).toBe(404);
  const replies = await Promise.all([as(rider).post(path), as(rider).post(path)]);
  expect(replies).toMatchObject([
    { status: 200, body: { paymentStatus: 'waived', payBy: null } },
    { status: 200, body: { paymentStatus: 'waived' } },
  ]);
  const { history, paymentIntentId } = await findRide(ride.id);
  expect([paymentIntentId, history.length]).toEqual([null, 2]);
  expect(await story(card)).toEqual([
    ['hold', -FARE_CENTS],
    ['capture', 0],
  ]);
  expect(await balanceOf(card)).toBe(50_000 - FARE_CENTS);
  expect(JSON.stringify((await driver.get('/api/rides/available/all')).body)).toContain(ride.id);
});

test('a ride that is to be paid for, or no longer held, is not confirmed', async () => {
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

test('confirmed and expired at the same instant, it is one of the two, and the card has its money or the ride', async () => {
  for (let round = 0; round < 10; round += 1) {
    const card = await buildGiftCard(50_000);
    const booked = await bookWith(card);
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
])('of a rest of %i cents the secret is %s', async (restCents, secret) => {
  const card = await buildGiftCard(FARE_CENTS - restCents);

  const { ride, clientSecret } = await bookWith(card);

  expect(clientSecret).toEqual(secret);
  expect(ride).toMatchObject({ fare: { giftCardCents: FARE_CENTS - restCents } });
  expect(await balanceOf(card)).toBe(0);
});

test('neither a card’s own id nor its code pays for a ride', async () => {
  const card = await buildGiftCard();
  const rider = await buildRider();

  for (const giftCardId of [card.id, card.code]) {
    const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, giftCardId }));
    expect([reply.status, Object(reply.body).issues[0].path]).toEqual([400, 'giftCardId']);
  }
  expect(await story(card)).toEqual([]);
});

test('a ride that is not paid in time gives the card its money back', async () => {
  const card = await buildGiftCard(10_000);
  const { ride } = await bookWith(card);
  await RideModel.updateOne({ _id: ride.id }, { payBy: PAST });

  await Promise.all([expireUnpaidRide(ride.id), expireUnpaidRide(ride.id)]);
  await expireUnpaidRide(ride.id);

  expect(await story(card)).toEqual([
    ['hold', -10_000],
    ['release', 10_000],
  ]);
});

test('two hundred bookings at once with one card spend it once', { timeout: 60_000 }, async () => {
  const card = await buildGiftCard(100_000);
  const request = buildRequest({ riderId: 'a'.repeat(24), giftCardId: card.pass });

  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => requestRide(request, null)));

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

test('the same request sent several times at once holds once', async () => {
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

test('two bookings at once share what one card has', async () => {
  const card = await buildGiftCard(30_000);
  const [first, second] = await Promise.all([bookWith(card), bookWith(card)]);

  const shares = [first, second].map(({ ride }) => ride.fare.giftCardCents);
  expect(shares.toSorted((one, other) => one - other)).toEqual([30_000 - FARE_CENTS, FARE_CENTS]);
});

test('a hold whose ride was never written is released once overdue, and no sooner', async () => {
  const card = await buildGiftCard(10_000);
  const hold = { giftCardId: card.id, amountCents: 4_000, memo: 'Sphere' };
  await holdGiftCard({ ...hold, rideId: 'b'.repeat(24), until: PAST });
  await holdGiftCard({ ...hold, rideId: 'c'.repeat(24), until: new Date(Date.now() + 60_000) });

  await releaseOverdueHolds();

  expect(await story(card)).toEqual([
    ['hold', -4_000],
    ['hold', -4_000],
    ['release', 4_000],
  ]);
});

test('a hold that a crash left on a cancelled ride is released; a flagged ride keeps its hold', async () => {
  const [ofCalledOff, ofFlagged] = [await buildGiftCard(10_000), await buildGiftCard(10_000)];
  const { ride: calledOff } = await bookWith(ofCalledOff);
  const { ride: flagged } = await bookWith(ofFlagged);
  await RideModel.updateOne({ _id: calledOff.id }, { status: 'cancelled', paymentStatus: 'expired' });
  await RideModel.updateOne({ _id: flagged.id }, { paymentStatus: 'flagged' });
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ['Date'] });
  try {
    await releaseOverdueHolds();
  } finally {
    vi.useRealTimers();
  }

  expect(await balanceOf(ofCalledOff)).toBe(10_000);
  expect(await balanceOf(ofFlagged)).toBe(0);
});

test('two hundred overdue holds of flagged rides hide no other', async () => {
  const { id: rideId } = await buildRide({ paymentStatus: 'flagged' });
  const hold = { amountCents: 4_000, memo: 'Sphere' };
  for (let nth = 0; nth < 200; nth += 1) {
    const { id: giftCardId } = await buildGiftCard(10_000);
    await holdGiftCard({ ...hold, giftCardId, rideId, until: new Date(PAST.getTime() - 60_000) });
  }
  const card = await buildGiftCard(10_000);
  await holdGiftCard({ ...hold, giftCardId: card.id, rideId: 'b'.repeat(24), until: PAST });

  await releaseOverdueHolds();

  expect(await balanceOf(card)).toBe(10_000);
});

test('a confirmation cut short after its hold was captured is finished by a repeat of it', async () => {
  const card = await buildGiftCard(50_000);
  const booked = await bookWith(card);
  await captureHolds(await findRide(booked.ride.id));

  expect(await confirmCovered(booked)).toMatchObject({ paymentStatus: 'waived' });

  expect(await balanceOf(card)).toBe(50_000 - FARE_CENTS);
});

test('a confirmation cut short after its hold was captured, and never repeated, is refunded', async () => {
  const card = await buildGiftCard(50_000);
  const { ride } = await bookWith(card);
  await captureHolds(await findRide(ride.id));
  await RideModel.updateOne({ _id: ride.id }, { payBy: PAST });

  await Promise.all([expireUnpaidRide(ride.id), expireUnpaidRide(ride.id)]);

  expect(await findRide(ride.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(await story(card)).toEqual([
    ['hold', -FARE_CENTS],
    ['capture', 0],
    ['refund', FARE_CENTS],
  ]);
});

test('a payment for a ride whose hold is gone settles nothing: ride and money go back', async () => {
  const card = await buildGiftCard(10_000);
  const booked = await bookWith(card);
  const paymentIntentId = await pay(booked);
  await releaseGiftCard({ giftCardId: card.id, rideId: booked.ride.id });

  expect(await confirmPayment(booked.ride.id)).toBe('refunding');
  await refundRide(booked.ride.id, 'paid-too-late');

  expect(await findRide(booked.ride.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await refundsOf(paymentIntentId)).toEqual([13_358]);
  expect(await balanceOf(card)).toBe(10_000);
});

test('a ride paid too late gives back to both cards, once', async () => {
  const card = await buildGiftCard(10_000);
  const booked = await bookWith(card);
  const paymentIntentId = await pay(booked);
  await captureHolds(await findRide(booked.ride.id));
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });

  expect(await confirmPayment(booked.ride.id)).toBe('refunding');
  await Promise.allSettled([1, 2].map(() => refundRide(booked.ride.id, 'paid-too-late')));
  await refundRide(booked.ride.id, 'paid-too-late');

  expect(await refundsOf(paymentIntentId)).toEqual([13_358]);
  expect(await story(card)).toEqual([
    ['hold', -10_000],
    ['capture', 0],
    ['refund', 10_000],
  ]);
});

test.each([
  ['$200.00', 3_358, 0],
  ['$100.00', 13_358, 0],
  ['$60.00', 13_358, 4_000],
  ['$0.00', 13_358, 10_000],
])(
  'a ride paid by both and completed for %s gives back %i cents to the bank card and %i to the gift card',
  async (actualFare, toCard, toGiftCard) => {
    const card = await buildGiftCard(10_000);
    const ride = await rideUnderWay(card);

    const finalFareCents = Math.round(Number(actualFare.slice(1)) * 100);
    const { version, fareReview } = await completeRide(ride, finalFareCents);
    const actor = { role: 'admin', id: null, name: 'Ada Admin', address: null } as const;
    if (fareReview) await decideFare({ rideId: ride.id, version, finalFareCents, actor });
    await Promise.allSettled([1, 2].map(() => refundRide(ride.id, 'completed-for-less')));
    await refundRide(ride.id, 'completed-for-less');

    expect(await refundsOf(ride.paymentIntentId ?? '')).toEqual([toCard]);
    expect(await balanceOf(card)).toBe(toGiftCard);
    expect((await findRide(ride.id)).refunds).toMatchObject([
      { reason: 'completed-for-less', amountCents: toCard, giftCardCents: toGiftCard },
    ]);
  },
);

test('a ride a gift card paid alone gives back to it, but not a rest that was waived', async () => {
  const card = await buildGiftCard(FARE_CENTS - 20);
  const ride = await rideUnderWay(card);

  await completeRide(ride, 20_000);
  await refundRide(ride.id, 'completed-for-less');

  expect(await balanceOf(card)).toBe(FARE_CENTS - 20 - 20_000);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored?.refunds).toMatchObject([{ amountCents: 0, refundId: null, giftCardCents: 3_338 }]);
  expect(stored).toMatchObject({ refundOwed: null });
});

test('a rest that was waived is not refunded either when it is all that was saved', async () => {
  const card = await buildGiftCard(FARE_CENTS - 20);
  const ride = await rideUnderWay(card);

  const completed = await completeRide(ride, FARE_CENTS - 20);

  expect(completed.refunds).toEqual([]);
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({ refundOwed: null });
});
