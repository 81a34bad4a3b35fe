import { expect, test } from 'vitest';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { receiptOf } from '#common/rides/receipt.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { composeRideReceiptEmail } from '../emails/receipt-email.ts';
import { presentRiderRide } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { reachMilestone } from './drive-ride.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const MINUTE_MS = 60_000;

/** A paid three-hour ride in progress, whose driver waited this many minutes in all. */
async function start(waitedMinutes = 0) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  const arrivedAt = new Date(Date.now() - waitedMinutes * MINUTE_MS - 5_000);
  await RideModel.updateOne({ _id: id }, { scheduledAt: arrivedAt, arrivedAt });
  await reachMilestone(await findRide(id), 'in_progress');
  return { id, rider, driver };
}

const complete = (driver: UserRecord, id: string, actualFare: string) =>
  as(driver).patch(`/api/rides/${id}/complete`, { actualFare });

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test('the completion quote rounds the used hours up to half an hour and has a fare for each duration', async () => {
  const { id, driver } = await start();
  const { history } = await RideModel.findById(id).lean().orFail();
  const earlier = history.map((entry) => ({ ...entry, at: new Date(Date.now() - 70 * MINUTE_MS) }));
  await RideModel.updateOne({ _id: id }, { history: earlier });

  const quote = (await as(driver).get(`/api/rides/${id}/completion`)).body as CompletionQuote;
  expect(quote).toMatchObject({
    paidCents: FARE_CENTS,
    fareCents: FARE_CENTS,
    usedHours: 1.5,
    waitingCents: 0,
  });
  expect(quote.byHours.map(({ hours }) => hours)).toEqual([0.5, 1, 1.5, 2, 2.5, 3]);
  expect(quote.byHours.at(-1)?.fareCents).toBe(FARE_CENTS);

  const used = quote.byHours[2]?.fareCents ?? 0;
  expect(await complete(driver, id, dollars(used))).toMatchObject({ status: 200 });
  const ride = await payBack(id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - used]);
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({ driverShare: '$88.06' });
  expect(await findRideDifferences()).toEqual([]);
});

test('waiting beyond 15 minutes is deducted from the refund, and the driver earns 80% of it', async () => {
  const { id, driver } = await start(27);
  expect(await findRide(id)).toMatchObject({ waiting: { minutes: 12, cents: 1_200 } });

  expect(await complete(driver, id, '$200.00')).toMatchObject({ status: 200 });

  const ride = await payBack(id);
  expect(ride.charges).toEqual([]);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([3_358 - 1_200]);
  const base = Math.round((16_500 * 20_000) / FARE_CENTS);
  const tip = Math.round((3_563 * 20_000) / FARE_CENTS);
  const share = dollars(Math.round((base + 1_200) * 0.8) + tip);
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({ driverShare: share });
  expect(receiptOf(presentRiderRide(ride))).toMatchObject({
    costs: [
      { label: 'Final fare', cents: 20_000 },
      { label: 'Waiting, 12 minutes', cents: 1_200 },
    ],
    total: { cents: 21_200 },
  });
  const rows = [
    ['Final fare', '$200.00'],
    ['Waiting, 12 minutes', '$12.00'],
  ];
  expect((await composeRideReceiptEmail(id))?.parts).toContainEqual({ kind: 'rows', rows });
  expect(await findRideDifferences()).toEqual([]);
});

test('waiting that the refund does not cover becomes a charge that the rider pays in the page', async () => {
  const { id, driver, rider } = await start(29);
  expect(await complete(driver, id, dollars(FARE_CENTS - 1_000))).toMatchObject({ status: 200 });
  expect(await complete(driver, id, dollars(FARE_CENTS))).toMatchObject({ status: 200 });

  const { charges, refundOwed } = await findRide(id);
  expect(refundOwed).toBeNull();
  expect(charges).toMatchObject([
    { kind: 'waiting', amountCents: 400, reason: 'Waiting, 14 minutes, the rest of $14.00' },
  ]);
  const chargeId = charges[0]?.id ?? '';
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRideDifferences()).toEqual([]);
});

test('waiting for a ride on account is charged by payment link, because there is no refund to deduct it from', async () => {
  const { id, driver } = await start(27);
  await RideModel.updateOne(
    { _id: id },
    { paymentStatus: 'on_account', paymentIntentId: null, payment: null },
  );

  expect(await complete(driver, id, dollars(FARE_CENTS))).toMatchObject({ status: 200 });

  const { charges, refundOwed } = await findRide(id);
  expect(charges).toMatchObject([{ kind: 'waiting', amountCents: 1_200, status: 'open' }]);
  expect(refundOwed).toBeNull();
  const [charge] = charges;
  expect(await MailModel.countDocuments({ template: 'payment-link', aboutId: charge?.id })).toBe(1);
});
