import { expect, test } from 'vitest';
import { buildGiftCard } from '../../testing/build-gift-card.ts';
import { confirmCovered } from '../../testing/build-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { balanceOf, bookWithCard, ledgerOf } from '../../testing/spend-gift-card.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { captureHolds } from './ride-holds.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const PAST = new Date(Date.now() - 60_000);

test('a retry finishes a confirmation that was interrupted after its gift card hold was captured', async () => {
  const card = await buildGiftCard(50_000);
  const booked = await bookWithCard(card);
  await captureHolds(await findRide(booked.ride.id), null);

  expect(await confirmCovered(booked)).toMatchObject({ paymentStatus: 'waived' });

  expect(await balanceOf(card)).toBe(50_000 - FARE_CENTS);
});

test('a captured gift card hold is refunded when its interrupted confirmation is never retried', async () => {
  const card = await buildGiftCard(50_000);
  const { ride } = await bookWithCard(card);
  await captureHolds(await findRide(ride.id), null);
  await RideModel.updateOne({ _id: ride.id }, { payBy: PAST });

  await Promise.all([expireUnpaidRide(ride.id), expireUnpaidRide(ride.id)]);

  expect(await findRide(ride.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(await ledgerOf(card)).toEqual([
    ['hold', -FARE_CENTS],
    ['capture', 0],
    ['refund', FARE_CENTS],
  ]);
});
