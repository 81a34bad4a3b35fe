import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { GiftCardModel } from '../gift-cards/gift-card-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { reconcilePurchases, sumSales } from '../gift-cards/purchases.ts';
import { refundVoidedGiftCard, voidGiftCard } from '../gift-cards/void-gift-card.ts';
import { MailModel } from '../mail/mail-model.ts';
import { eraseAccount } from '../personal-data/erase-account.ts';
import { as } from '../testing/as.ts';
import { soundCard } from '../testing/build-gift-card.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { deleteOwn } from '../testing/delete-own.ts';
import { ago, buildLate, expectOneCredit } from '../testing/late-ride.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { creditLateRides } from './late-credit.ts';
import { RideModel } from './ride-model.ts';
import { findRide } from './ride-queries.ts';

setUpTestApp();

beforeEach(() => RideModel.deleteMany({}));

/** Runs the job in two concurrent workers, then once more. */
async function creditThrice() {
  await Promise.all([creditLateRides(), creditLateRides()]);
  await creditLateRides();
}

async function deleteForGood(rider: UserRecord) {
  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);
}

beforeEach(async () => {
  await Promise.all([GiftCardModel.deleteMany({}), PurchaseModel.deleteMany({})]);
});

test('a driver’s late arrival credits the rider one gift card, which is shown to rider and staff', async () => {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  const { id } = await buildLate(14, { riderId: rider.id });
  const recorded = await recordRideMessages();

  await creditThrice();

  await expectOneCredit(id);
  expect(await recorded.next(id, 'credited')).toMatchObject({
    lateCredit: { amountCents: 1_000, minutes: 14 },
  });
  const card = await as(admin).get(`/api/ops/gift-cards/${id}`);
  expect(card.body).toMatchObject({ isGiven: true, buyerEmail: null, amountCents: 1_000, isSound: true });
  const ride = await as(admin).get(`/api/ops/rides/${id}`);
  expect(JSON.stringify(ride.body)).toContain('$10.00 as a gift card: the driver was 14 minutes late');
  const mail = await EMAIL_TEMPLATES['gift-card'].compose(id);
  expect(mail).toMatchObject({ subject: '$10 from us, as a gift card', to: rider.email });
  expect(JSON.stringify(mail?.parts)).toContain('We were 14 minutes late for your ride on');
  expect(await sumSales({ from: ago(60), to: new Date() })).toEqual({ count: 0, cents: 0 });
});

const STEPS = {
  'before the card was issued': () => vi.spyOn(GiftCardModel, 'create'),
  'before its email was created': () => vi.spyOn(MailModel, 'create'),
  'before its purchase record was closed': () => vi.spyOn(PurchaseModel, 'updateOne'),
  'before it was recorded on the ride': () => vi.spyOn(RideModel, 'findOneAndUpdate'),
};

test.each(Object.entries(STEPS))(
  'a late credit whose job crashed %s is completed once by the next run',
  async (_name, spyOn) => {
    const { id } = await buildLate(25);
    const step = spyOn();
    onTestFinished(() => step.mockRestore());
    step.mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await expect(creditLateRides()).rejects.toThrow('killed');
    expect((await findRide(id)).lateCredit).toBeNull();

    await Promise.all([creditThrice(), reconcilePurchases()]);

    await expectOneCredit(id);
  },
);

const cancelled = (by: 'rider' | 'operations' | 'no_show') => ({
  status: 'cancelled' as RideStatus,
  paymentStatus: 'paid' as const,
  driverId: 'd'.repeat(24),
  cancellation: { by, feeCents: 0, reason: 'Nobody came.' },
});

test.each([
  ['a ride in progress', buildLate.bind(null, 10, { status: 'in_progress' })],
  [
    'a ride paid after its pickup time, whose driver then arrived late',
    () => buildLate(36, { settledAt: ago(44) }),
  ],
  [
    'a ride paid in time whose payment was recorded only after its pickup time',
    () => buildLate(29, { paidAt: ago(100), settledAt: ago(50) }),
  ],
  ['a no-show after a late arrival', () => buildLate(12, cancelled('no_show'))],
  ['a ride cancelled by its rider before the late driver arrived', () => buildLate(null, cancelled('rider'))],
  [
    'a ride cancelled by operations before the late driver arrived',
    () => buildLate(null, cancelled('operations')),
  ],
])('a late credit is given for %s', async (_name, build) => {
  const { id } = await build();
  await creditThrice();
  await expectOneCredit(id);
});

test.each([
  ['a delay of nine minutes', () => buildLate(9)],
  [
    'a ride paid after its pickup time, whose driver then came soon',
    () => buildLate(30, { settledAt: ago(45) }),
  ],
  [
    'a ride paid after its pickup time, and cancelled before its driver could come',
    () => buildLate(null, { ...cancelled('rider'), settledAt: ago(15) }),
  ],
  ['a ride whose late driver has arrived but not started it', () => buildLate(20, { status: 'accepted' })],
  ['a ride whose driver did not report the arrival', () => buildLate(null)],
  [
    'a ride cancelled before its pickup time',
    () => buildLate(null, { ...cancelled('rider'), scheduledAt: ago(-30) }),
  ],
  ['a cancelled ride that had no driver', () => buildLate(null, { ...cancelled('rider'), driverId: null })],
  [
    'a ride of last week',
    () => buildLate(20, { scheduledAt: ago(7 * 1_440), arrivedAt: ago(7 * 1_440 - 20) }),
  ],
])('no late credit is given for %s', async (_name, build) => {
  const { id } = await build();
  await creditThrice();
  expect((await findRide(id)).lateCredit).toBeNull();
  expect(await GiftCardModel.countDocuments()).toBe(0);
});

test('no late credit is given to a deleted account', async () => {
  const rider = await buildRider();
  const { id } = await buildLate(14, { riderId: rider.id });
  await deleteForGood(rider);

  await creditThrice();

  expect((await findRide(id)).lateCredit).toBeNull();
  expect(await GiftCardModel.countDocuments()).toBe(0);
  expect(await findLedgerDifferences()).toEqual([]);
});

test('a late credit whose job crashed before the account was deleted is still recorded on the ride', async () => {
  const rider = await buildRider();
  const { id } = await buildLate(14, { riderId: rider.id });
  const step = vi.spyOn(RideModel, 'findOneAndUpdate');
  onTestFinished(() => step.mockRestore());
  step.mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(creditLateRides()).rejects.toThrow('killed');
  step.mockRestore();
  await deleteForGood(rider);

  await creditThrice();

  expect((await findRide(id)).lateCredit).toMatchObject({ amountCents: 1_000 });
  expect(await findLedgerDifferences()).toEqual([]);
});

test('LATE_CREDIT_DOLLARS sets the amount of a late credit, and 0 disables it', async () => {
  const before = env.LATE_CREDIT_DOLLARS;
  onTestFinished(() => {
    env.LATE_CREDIT_DOLLARS = before;
  });
  const { id } = await buildLate(30);
  env.LATE_CREDIT_DOLLARS = 0;
  await creditThrice();
  expect(await GiftCardModel.countDocuments()).toBe(0);

  env.LATE_CREDIT_DOLLARS = 25;
  await creditThrice();
  expect((await soundCard(id)).balanceCents).toBe(2_500);
});

test('voiding a gift card that was given as a late credit refunds nobody', async () => {
  const { id } = await buildLate(14);
  await creditLateRides();

  await voidGiftCard({ giftCardId: id, amountCents: 1_000, by: 'Ada Admin' });
  await refundVoidedGiftCard(id);

  expect((await soundCard(id)).voids).toMatchObject([{ refund: 'none' }]);
  expect(await findLedgerDifferences()).toEqual([]);
});

test('the money check reports a late credit without its ride, and a ride whose credit differs from its gift card', async () => {
  const [known, unknown] = [await buildLate(14), await buildLate(14)];
  await creditLateRides();
  await RideModel.updateOne({ _id: known.id }, { lateCredit: { amountCents: 2_000, minutes: 14 } });
  await RideModel.deleteOne({ _id: unknown.id });
  await PurchaseModel.updateMany({}, { createdAt: ago(11) });

  const problems = (await findLedgerDifferences()).map(({ text }) => text);

  expect(problems.toSorted()).toEqual(
    [
      `ride ${known.id} was credited 2000, but its gift card was given 1000`,
      `ride ${unknown.id} was given a gift card that it does not know of`,
    ].toSorted(),
  );
});
