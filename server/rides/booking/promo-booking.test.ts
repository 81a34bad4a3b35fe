import { afterEach, expect, test } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { stripe } from '../../infra/stripe.ts';
import { findPromoDifferences } from '../../promos/find-promo-differences.ts';
import { holdPromo } from '../../promos/promo-holds.ts';
import { PromoModel, RedemptionModel } from '../../promos/promo-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo, type TestPromo } from '../../testing/build-promo.ts';
import {
  bookRide,
  buildRequest,
  comingDay,
  confirmCovered,
  pay,
  paymentIntentOf,
} from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { releaseOverdueHolds } from '../payment/reconcile-holds.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { prepareRide } from './prepare-ride.ts';
import { requestRide } from './request-ride.ts';
import { captureHolds, reserveDiscounts } from './ride-holds.ts';

setUpTestApp();
afterEach(async () => {
  expect(await findPromoDifferences()).toEqual([]);
});

const FARE_CENTS = 23_358;
const PAST = new Date(Date.now() - 60_000);
const USED = 'You have already used this promo code';
const HELD = 'Another unpaid ride of yours is using this promo code';

const bookWith = (rider: UserRecord, promo: TestPromo, overrides: Partial<RequestRide> = {}) =>
  bookRide(rider, { promoCodeId: promo.id, ...overrides });

/** Returns the error message of a booking refused for its promo code. */
async function refusalOf(rider: UserRecord, promo: TestPromo, overrides: Partial<RequestRide> = {}) {
  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id, ...overrides });
  const { status, body } = await as(rider).post('/api/rides', request);
  expect([status, Object(body).issues?.[0].path]).toEqual([400, 'promoCodeId']);
  return Object(body).message;
}

const usesOf = async ({ id }: TestPromo) => (await PromoModel.findById(id))?.uses;

test('a promo code lowers the fare, is held at booking and counts as used once the ride is paid', async () => {
  const promo = await buildPromo({ percent: 15 });

  const booked = await bookWith(await buildRider(), promo);

  expect(booked.ride).toMatchObject({
    promoCodeId: promo.id,
    estimatedFare: '$198.54',
    discountAmount: 35.04,
    fare: { promoCents: 3_504, fareCents: FARE_CENTS - 3_504 },
  });
  expect((await stripe.paymentIntents.retrieve(paymentIntentOf(booked.clientSecret))).amount).toBe(19_854);
  expect(await RedemptionModel.findOne({ rideId: booked.ride.id })).toMatchObject({ state: 'held' });

  await pay(booked);
  await Promise.all([confirmPayment(booked.ride.id), confirmPayment(booked.ride.id)]);

  expect(await RedemptionModel.findOne({ rideId: booked.ride.id })).toMatchObject({ state: 'captured' });
  expect(await PromoModel.findById(promo.id).lean()).toMatchObject({ uses: 1, holds: [] });
});

test('a promo and a gift card together pay for a ride', async () => {
  const promo = await buildPromo();
  const card = await buildGiftCard(30_000);

  const booked = await bookWith(await buildRider(), promo, { giftCardId: card.pass });
  const { ride } = booked;
  expect(await confirmCovered(booked)).toMatchObject({ paymentStatus: 'waived' });

  expect(ride).toMatchObject({
    discountAmount: FARE_CENTS / 100,
    fare: { promoCents: 2_500, giftCardCents: FARE_CENTS - 2_500, totalCents: 0 },
  });
  expect((await soundCard(card.id)).balanceCents).toBe(30_000 - FARE_CENTS + 2_500);
  expect(await RedemptionModel.findOne({ rideId: ride.id })).toMatchObject({ state: 'captured' });
});

test('a promo that covers the ride leaves the gift card alone', async () => {
  const promo = await buildPromo({ percent: 100 });
  const card = await buildGiftCard();

  const { ride, clientSecret } = await bookWith(await buildRider(), promo, { giftCardId: card.pass });

  expect([ride.giftCardId, clientSecret]).toEqual([null, 'no_payment_required']);
  expect((await soundCard(card.id)).entries).toHaveLength(1);
});

test.each([
  [
    'has expired since',
    { validUntil: addDays(dateInVegas(new Date()), -1) },
    {},
    'This promo code has expired',
  ],
  [
    'is for other days',
    { weekdays: [6] },
    { scheduledDate: comingDay(2) },
    'This promo code is for rides on Saturday',
  ],
  ['is used up', { totalCap: 0 }, {}, 'This promo code has been used up'],
])('a promo that %s is refused at booking, and nothing is written', async (_what, change, part, message) => {
  const promo = await buildPromo();
  const rider = await buildRider();
  await PromoModel.updateOne({ _id: promo.id }, change);

  expect(await refusalOf(rider, promo, part)).toBe(message);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(0);
});

/**
 * A rider and booking data with a unique phone number. First-ride codes allow one use per phone and per card.
 */
async function buildNewcomer(customerPhone: string) {
  return { rider: await buildRider({ phone: customerPhone }), own: { customerPhone } };
}

test('a first-ride promo code is refused once the rider has a paid ride', async () => {
  const promo = await buildPromo({ firstRideOnly: true, perRider: 1 });
  const { rider, own } = await buildNewcomer('(702) 555-7001');
  const booked = await bookWith(rider, promo, own);
  await pay(booked);
  await confirmPayment(booked.ride.id);

  expect(await refusalOf(rider, promo)).toBe('This promo code is for a first ride');
});

test('a first-ride promo code without a limit per rider is refused while the rider’s unpaid ride holds it', async () => {
  const promo = await buildPromo({ firstRideOnly: true, perRider: null });
  const { rider, own } = await buildNewcomer('(702) 555-7002');
  await bookWith(rider, promo, own);

  expect(await refusalOf(rider, promo)).toBe(HELD);
});

test('a rider can hold or use only one first-ride promo code; cancelling its unpaid ride allows another', async () => {
  const [one, other] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ firstRideOnly: true })];
  const { rider, own } = await buildNewcomer('(702) 555-7003');
  const { ride } = await bookWith(rider, one, own);

  expect(await refusalOf(rider, other)).toBe(
    'Another unpaid ride of yours is using a promo code for a first ride',
  );
  expect(await usesOf(other)).toBe(0);
  const path = `/api/rides/${ride.id}/cancel`;
  expect(await as(rider).post(path, { expectedFeeCents: 0 })).toMatchObject({ status: 200 });

  const booked = await bookWith(rider, other, own);
  await pay(booked, 'pm_card_mastercard');
  await confirmPayment(booked.ride.id);
  expect([await usesOf(one), await usesOf(other)]).toEqual([0, 1]);
  // The same phone on another account.
  expect(await refusalOf(await buildRider(), one, own)).toBe(
    'You have already used a promo code for a first ride',
  );
});

test('twenty concurrent bookings by one rider use a promo code exactly up to its limit per rider', async () => {
  const promo = await buildPromo({ perRider: 2 });
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id });

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => requestRide(request, null)));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await RedemptionModel.countDocuments({ promoId: promo.id })).toBe(2);
  expect(await usesOf(promo)).toBe(2);
  expect(await refusalOf(rider, promo)).toBe(HELD);
});

test('two accounts with aliases of one mailbox count as one rider for a promo code', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const name = `casey.${Date.now()}`;
  const riders = await Promise.all(
    [`${name}@gmail.com`, `${name.replace('.', '')}+ride@googlemail.com`].map((email) =>
      buildRider({ email }),
    ),
  );
  const [first, second] = riders;
  if (!first || !second) throw new Error('two riders');
  const booked = await bookWith(first, promo);
  expect(await refusalOf(second, promo)).toBe(HELD);

  await pay(booked);
  await confirmPayment(booked.ride.id);

  expect(await refusalOf(second, promo)).toBe(USED);
});

test('two hundred concurrent bookings use a promo code exactly up to its total limit', {
  timeout: 60_000,
}, async () => {
  const promo = await buildPromo({ totalCap: 7, perRider: 1 });
  const riderIds = Array.from({ length: 200 }, (_, index) => index.toString(16).padStart(24, 'e'));
  const book = (riderId: string, index: number) => {
    const customerPhone = `(702) 555-${1_000 + index}`;
    return requestRide(buildRequest({ riderId, promoCodeId: promo.id, customerPhone }), null);
  };

  const outcomes = await Promise.allSettled(riderIds.map(book));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ message: 'This promo code has been used up' });
    }
  }
  expect(await usesOf(promo)).toBe(7);
  expect(await RideModel.countDocuments({ promoCodeId: promo.id })).toBe(7);
});

test('a ride that is not paid in time releases its promo code for another booking', async () => {
  const promo = await buildPromo({ perRider: 1, totalCap: 1 });
  const rider = await buildRider();
  const { ride } = await bookWith(rider, promo);
  await RideModel.updateOne({ _id: ride.id }, { payBy: PAST });

  await Promise.all([expireUnpaidRide(ride.id), expireUnpaidRide(ride.id)]);
  await expireUnpaidRide(ride.id);

  expect(await usesOf(promo)).toBe(0);
  const again = await bookWith(rider, promo);
  expect(again.ride.promoCodeId).toBe(promo.id);
});

test('the refund of a ride that was paid too late releases its promo code even if it was captured', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const rider = await buildRider();
  const booked = await bookWith(rider, promo);
  await pay(booked);
  await captureHolds(await findRide(booked.ride.id), null);
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });

  await confirmPayment(booked.ride.id);
  await refundRide(booked.ride.id, 'paid-too-late');

  expect(await usesOf(promo)).toBe(0);
  expect(await RedemptionModel.exists({ rideId: booked.ride.id })).toBeNull();
});

test('an overdue hold of a promo code whose ride was never written is released', async () => {
  const promo = await buildPromo({ perRider: 1 });
  await holdPromo({
    promoId: promo.id,
    rideId: 'd'.repeat(24),
    riderId: newId(),
    phones: [],
    until: PAST,
  });
  // Simulates a crash between the two steps of a hold.
  await PromoModel.updateOne(
    { _id: promo.id },
    { $inc: { uses: 1 }, $push: { holds: { rideId: 'f'.repeat(24), until: PAST } } },
  );
  expect(await usesOf(promo)).toBe(2);

  await releaseOverdueHolds();

  expect(await usesOf(promo)).toBe(0);
  expect(await RedemptionModel.exists({ promoId: promo.id })).toBeNull();
});

test('if the gift card was spent in the meantime, reserving the discounts fails and releases the promo code', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const card = await buildGiftCard(5_000);
  const rider = await buildRider();
  const both = { promoCodeId: promo.id, giftCardId: card.pass };
  const prepared = await prepareRide(buildRequest({ riderId: rider.id, ...both }));
  await bookRide(await buildRider(), { giftCardId: card.pass });

  expect(await reserveDiscounts(prepared)).toBe(false);

  expect(await usesOf(promo)).toBe(0);
  expect((await soundCard(card.id)).holds).toHaveLength(1);
});
