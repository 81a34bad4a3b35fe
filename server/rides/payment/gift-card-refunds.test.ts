import { expect, test } from 'vitest';
import { releaseGiftCard } from '../../gift-cards/ledger.ts';
import { buildGiftCard, type TestGiftCard } from '../../testing/build-gift-card.ts';
import { pay } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { payAndConfirm, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { balanceOf, bookWithCard, ledgerOf } from '../../testing/spend-gift-card.ts';
import { captureHolds } from '../booking/ride-holds.ts';
import { decideFare } from '../by-staff/decide-fare.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { confirmPayment } from './confirm-payment.ts';
import { refundRide } from './refund-ride.ts';

setUpTestApp();

const FARE_CENTS = 23_358;

/** A ride in progress, paid by gift card and, for the rest, by bank card. */
async function rideUnderWay(card: TestGiftCard) {
  const booked = await bookWithCard(card);
  await payAndConfirm(booked);
  const driver = await buildDriver();
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'in_progress', driverId: driver.id });
  return findRide(booked.ride.id);
}

test('a payment for a ride whose gift card hold was released is refunded, and the ride is cancelled', async () => {
  const card = await buildGiftCard(10_000);
  const booked = await bookWithCard(card);
  const paymentIntentId = await pay(booked);
  await releaseGiftCard({ giftCardId: card.id, rideId: booked.ride.id });

  expect(await confirmPayment(booked.ride.id)).toBe('refunding');
  await refundRide(booked.ride.id, 'paid-too-late');

  expect(await findRide(booked.ride.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([13_358]);
  expect(await balanceOf(card)).toBe(10_000);
});

test('a ride paid too late is refunded to bank card and gift card once', async () => {
  const card = await buildGiftCard(10_000);
  const booked = await bookWithCard(card);
  const paymentIntentId = await pay(booked);
  await captureHolds(await findRide(booked.ride.id), null);
  await RideModel.updateOne({ _id: booked.ride.id }, { status: 'cancelled', paymentStatus: 'expired' });

  expect(await confirmPayment(booked.ride.id)).toBe('refunding');
  await Promise.allSettled([1, 2].map(() => refundRide(booked.ride.id, 'paid-too-late')));
  await refundRide(booked.ride.id, 'paid-too-late');

  expect(await refundsAtStripe(paymentIntentId)).toEqual([13_358]);
  expect(await ledgerOf(card)).toEqual([
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
  'a ride paid by both cards and completed for %s refunds %i cents to the bank card and %i to the gift card',
  async (actualFare, toCard, toGiftCard) => {
    const card = await buildGiftCard(10_000);
    const ride = await rideUnderWay(card);

    const finalFareCents = Math.round(Number(actualFare.slice(1)) * 100);
    const { version, fareReview } = await completeRide(ride, finalFareCents);
    const actor = { role: 'admin', id: null, name: 'Ada Admin', address: null } as const;
    if (fareReview) await decideFare({ rideId: ride.id, version, finalFareCents, actor });
    await Promise.allSettled([1, 2].map(() => refundRide(ride.id, 'completed-for-less')));
    await refundRide(ride.id, 'completed-for-less');

    expect(await refundsAtStripe(ride.paymentIntentId ?? '')).toEqual([toCard]);
    expect(await balanceOf(card)).toBe(toGiftCard);
    expect((await findRide(ride.id)).refunds).toMatchObject([
      { reason: 'completed-for-less', amountCents: toCard, giftCardCents: toGiftCard },
    ]);
  },
);

test('a ride paid by gift card alone is refunded to it, without the waived remainder', async () => {
  const card = await buildGiftCard(FARE_CENTS - 20);
  const ride = await rideUnderWay(card);

  await completeRide(ride, 20_000);
  await refundRide(ride.id, 'completed-for-less');

  expect(await balanceOf(card)).toBe(FARE_CENTS - 20 - 20_000);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored?.refunds).toMatchObject([{ amountCents: 0, refundId: null, giftCardCents: 3_338 }]);
  expect(stored).toMatchObject({ refundOwed: null });
});

test('a ride that costs less by just the waived remainder owes no refund', async () => {
  const card = await buildGiftCard(FARE_CENTS - 20);
  const ride = await rideUnderWay(card);

  const completed = await completeRide(ride, FARE_CENTS - 20);

  expect(completed.refunds).toEqual([]);
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({ refundOwed: null });
});
