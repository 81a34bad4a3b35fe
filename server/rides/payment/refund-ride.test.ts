import { expect, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { DAY_MS } from '#common/durations.ts';
import type { RefundReason } from '#common/jobs.ts';
import { AlertModel } from '../../alerts/alert-model.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { refundPayment } from '../../payments/stripe-refunds.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { bookRide, buildRide, pay } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { bookPaidRide, findRideDifferences, payBack } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { sumRides } from '../day-money.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { recordFailedRefund, refundAdjustment, refundRide } from './refund-ride.ts';

setUpTestApp();

const REASON: RefundReason = 'completed-for-less';

/** A ride completed for $200.00, of which a card paid $233.58. */
async function buildOwed(overrides: Partial<RideDoc> = {}, card?: string): Promise<RideRecord> {
  const paymentIntentId = await pay(await bookRide(await buildRider()), card);
  return buildRide({
    status: 'completed',
    actualFareCents: 20_000,
    paymentIntentId,
    refundOwed: { reason: REASON, since: new Date() },
    ...overrides,
  });
}

async function refundsOf({ paymentIntentId }: RideRecord): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId ?? '' });
  return data.map(({ amount }) => amount);
}

test('a ride completed for less refunds the difference to the bank card', async () => {
  const ride = await buildOwed();
  const recorded = await recordRideMessages();

  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([3_358]);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({
    status: 'completed',
    paymentStatus: 'paid',
    refunds: [{ reason: REASON, amountCents: 3_358, refundId: expect.stringMatching(/^re_/) }],
    version: ride.version + 1,
  });
  expect(stored).toMatchObject({ refundOwed: null });
  const published = await recorded.all(ride.id);
  expect(published.map(({ history }) => history.at(-1)?.change)).toEqual(['refunded']);
});

test('repeated and concurrent refund jobs make one refund', async () => {
  const ride = await buildOwed();

  const [one, other] = await Promise.allSettled([refundRide(ride.id, REASON), refundRide(ride.id, REASON)]);
  await refundRide(ride.id, REASON);

  expect([one.status, other.status]).toContain('fulfilled');
  expect(await refundsOf(ride)).toEqual([3_358]);
  const stored = await RideModel.findById(ride.id);
  expect(stored?.refunds).toHaveLength(1);
  expect(stored?.version).toBe(ride.version + 1);
});

test('a refund that Stripe made before the worker died is recorded, not made again', async () => {
  const ride = await buildOwed();
  const { refundId } = await refundPayment({
    paymentIntentId: ride.paymentIntentId ?? '',
    amountCents: 3_358,
    metadata: { rideId: ride.id, reason: REASON },
    idempotencyKey: `refund:${ride.id}:${REASON}`,
  });

  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([3_358]);
  expect(await RideModel.findById(ride.id)).toMatchObject({ refunds: [{ refundId }] });
});

/** Refunds part of a payment at Stripe under an idempotency key that has expired there. */
const refundedLongAgo = (ride: RideRecord, metadata: Record<string, string>, amount: number) =>
  stripe.refunds.create({ payment_intent: ride.paymentIntentId ?? '', amount, metadata });

test('a refund whose idempotency key has expired at Stripe is recorded, not made again, even if it is owed since a moment ago', async () => {
  const ride = await buildOwed();
  const { id: refundId } = await refundedLongAgo(ride, { rideId: ride.id, reason: REASON }, 3_358);

  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([3_358]);
  expect(await findRide(ride.id)).toMatchObject({ refunds: [{ refundId }], refundOwed: null });
});

test('a lost refund by staff is found again even when another refund has the same amount', async () => {
  const ride = await bookPaidRide(await buildRider());
  const refund = { rideId: ride.id, kind: 'refund', amountCents: 2_000, reason: 'Late' } as const;
  const request = { ...refund, actor: ADMIN, idempotencyKey: null };
  const { version } = await adjustRide({ ...request, version: ride.version });
  const { adjustments } = await adjustRide({ ...request, version });
  const [first, second] = adjustments.map(({ id }) => id);
  const metadata = { rideId: ride.id, reason: 'adjustment', adjustmentId: second ?? '' };
  const { id: refundId } = await refundedLongAgo(ride, metadata, 2_000);

  for (const adjustmentId of [first ?? '', second ?? '']) {
    await refundAdjustment({ rideId: ride.id, adjustmentId });
  }

  expect(await refundsOf(ride)).toEqual([2_000, 2_000]);
  expect((await findRide(ride.id)).refunds).toMatchObject([
    { adjustmentId: first },
    { adjustmentId: second, refundId },
  ]);
  expect(await findRideDifferences()).toEqual([]);
});

test('the refund of a disputed payment is refused once, recorded on the ride, and alerts operations', async () => {
  const ride = await buildOwed({}, 'pm_card_createDispute');

  await Promise.allSettled([refundRide(ride.id, REASON), refundRide(ride.id, REASON)]);
  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([]);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({
    paymentStatus: 'paid',
    refunds: [{ reason: REASON, amountCents: 3_358, refundId: null, failure: 'charge_disputed' }],
    paymentAlerts: [`${ride.id} ${REASON} refused`],
    version: ride.version + 1,
  });
  expect(stored).toMatchObject({ refundOwed: null });
  expect(stored?.history.at(-1)?.change).toBe('refund_failed');
  const notices = await AlertModel.find({ 'subject.kind': 'ride', 'subject.id': ride.id });
  expect(notices).toMatchObject([
    { kind: 'refund-failed', payment: { amountCents: 3_358, reason: 'charge_disputed' } },
  ]);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
});

test('a payment that was already refunded at Stripe itself is not refunded again, and nothing stays owed', async () => {
  const ride = await buildOwed();
  await stripe.refunds.create({ payment_intent: ride.paymentIntentId ?? '' });

  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([23_358]);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored?.refunds).toMatchObject([{ reason: REASON, amountCents: 3_358, refundId: null }]);
  expect(stored?.refunds[0]).not.toHaveProperty('failure');
  expect(stored).toMatchObject({ refundOwed: null });
});

test('a refund that Stripe refuses because of our own mistake stays owed', async () => {
  const ride = await buildOwed({ paymentIntentId: 'pi_of_another_account' });

  await expect(refundRide(ride.id, REASON)).rejects.toThrow('No such payment_intent');

  const owed = { version: ride.version, refundOwed: { reason: REASON }, refunds: [] };
  expect(await RideModel.findById(ride.id).lean()).toMatchObject(owed);
});

test('a bank card is refunded at most what it paid if a gift card paid the rest', async () => {
  const fare = { ...(await buildRide()).fare, giftCardCents: 21_358, totalCents: 2_000 };
  const ride = await buildOwed({ fare });

  await refundRide(ride.id, REASON);

  expect(await refundsOf(ride)).toEqual([2_000]);
});

test.each([
  ['completed for what was paid', REASON, { actualFareCents: 23_358 }],
  ['not completed', REASON, { status: 'in_progress', actualFareCents: null }],
  ['under way, though a job says it was paid too late', 'paid-too-late', { status: 'accepted' }],
  ['settled without a card', REASON, { paymentStatus: 'waived', paymentIntentId: null }],
] as const)('nothing is refunded for a ride that was %s', async (_what, reason, overrides) => {
  const ride = await buildOwed(overrides);

  await refundRide(ride.id, reason);

  if (ride.paymentIntentId) expect(await refundsOf(ride)).toEqual([]);
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version, refunds: [] });
});

const ADMIN: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };

/** A paid ride with $20 owed back by hand, while its rider cancels it for free. */
async function buildOwedTwice() {
  const rider = await buildRider();
  const card = await buildGiftCard(10_000);
  const ride = await bookPaidRide(rider, { giftCardId: card.pass });
  const { id: rideId, version } = ride;
  const refund = { rideId, version, kind: 'refund', amountCents: 2_000 } as const;
  await adjustRide({ ...refund, reason: 'Late', actor: ADMIN, idempotencyKey: null });
  const actor = { ...ADMIN, role: 'rider', id: rider.id } as const;
  await cancelByRider({ rideId, expectedFeeCents: 0, reason: '', actor });
  return { ride, card };
}

test.each([
  ['the cancellation refund', false],
  ['the staff refund', true],
])(
  'a cancelled ride with a staff refund due is refunded in full if %s is made first',
  async (_first, areAdjustmentsFirst) => {
    const { ride, card } = await buildOwedTwice();

    const after = await payBack(ride.id, { areAdjustmentsFirst });

    expect(after).toMatchObject({ paymentStatus: 'refunded', refundOwed: null });
    expect((await refundsOf(ride)).reduce((sum, cents) => sum + cents, 0)).toBe(13_358);
    expect((await soundCard(card.id)).balanceCents).toBe(10_000);
    expect(await findRideDifferences()).toEqual([]);
  },
);

test('a cancelled ride with a staff refund due is refunded in full if both refunds run concurrently with retries', async () => {
  const { ride, card } = await buildOwedTwice();

  for (let isOwed = true; isOwed; ) {
    await Promise.allSettled([payBack(ride.id), payBack(ride.id, { areAdjustmentsFirst: true })]);
    const { refundOwed, adjustments } = await findRide(ride.id);
    isOwed = refundOwed !== null || adjustments.some(({ owedSince }) => owedSince);
  }

  expect((await refundsOf(ride)).reduce((sum, cents) => sum + cents, 0)).toBe(13_358);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
});

/** Refunds the whole payment of a ride by hand. */
async function refundWhole({ id: rideId, version, fare }: RideRecord): Promise<RideRecord> {
  const amountCents = fare.totalCents + fare.giftCardCents;
  const refund = { rideId, version, kind: 'refund', amountCents } as const;
  return adjustRide({ ...refund, reason: 'Late', actor: ADMIN, idempotencyKey: null });
}

const cancelFor = (rider: UserRecord, rideId: string, expectedFeeCents = 0) =>
  cancelByRider({ rideId, expectedFeeCents, reason: '', actor: { ...ADMIN, role: 'rider', id: rider.id } });

test.each([
  ['by card', 0, 'made before it was cancelled'],
  ['by card', 0, 'made before the cancellation refund'],
  ['by card', 0, 'made after the cancellation refund'],
  ['by card and gift card', 10_000, 'made before it was cancelled'],
  ['by card and gift card', 10_000, 'made before the cancellation refund'],
  ['by gift card', 30_000, 'made before it was cancelled'],
  ['by gift card', 30_000, 'made after the cancellation refund'],
])(
  'a ride paid %s (%i) whose full refund by staff was %s becomes refunded once it is cancelled',
  async (_how, cardCents, when) => {
    const rider = await buildRider();
    const card = cardCents > 0 ? await buildGiftCard(cardCents) : null;
    const { id: rideId, paymentIntentId } = await refundWhole(
      await bookPaidRide(rider, card ? { giftCardId: card.pass } : {}),
    );
    if (when === 'made before it was cancelled') await payBack(rideId);
    await cancelFor(rider, rideId);

    const after = await payBack(rideId, {
      areAdjustmentsFirst: when === 'made before the cancellation refund',
    });

    expect(after).toMatchObject({ paymentStatus: 'refunded', refundOwed: null });
    expect(after.refunds.map(({ reason }) => reason)).toEqual(['adjustment']);
    const { body } = await as(rider).get(`/api/rides/${rideId}`);
    expect(body).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    if (paymentIntentId) expect(await refundsOf(after)).toEqual([after.fare.totalCents]);
    if (card) expect((await soundCard(card.id)).balanceCents).toBe(cardCents);
    expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: rideId })).toBe(1);
    expect(await findRideDifferences()).toEqual([]);
  },
);

test('a cancelled ride stays paid until the full refund by staff is made', async () => {
  const rider = await buildRider();
  const { id: rideId } = await refundWhole(await bookPaidRide(rider));
  await cancelFor(rider, rideId);

  await refundRide(rideId, 'cancelled');

  expect(await findRide(rideId)).toMatchObject({ paymentStatus: 'paid', refundOwed: null });
  expect(await payBack(rideId)).toMatchObject({ paymentStatus: 'refunded' });
});

test('a cancelled ride with a partial refund by staff becomes refunded once both refunds are made', async () => {
  const { ride } = await buildOwedTwice();

  await refundRide(ride.id, 'cancelled');
  expect(await findRide(ride.id)).toMatchObject({ paymentStatus: 'paid', refundOwed: null });

  expect(await payBack(ride.id)).toMatchObject({ paymentStatus: 'refunded' });
});

test('a refund refused at once is in the report of its own day, even if an earlier refund has failed since', async () => {
  const card = await buildGiftCard(10_000);
  const ride = await bookPaidRide(await buildRider(), { giftCardId: card.pass });
  const refund = { rideId: ride.id, kind: 'refund', reason: 'Late', actor: ADMIN } as const;
  const giveBack = async (version: number, amountCents: number) => {
    const { adjustments } = await adjustRide({ ...refund, version, amountCents, idempotencyKey: null });
    await refundAdjustment({ rideId: ride.id, adjustmentId: adjustments.at(-1)?.id ?? '' });
    return findRide(ride.id);
  };
  const { refunds } = await giveBack(ride.version, 2_000);
  await recordFailedRefund(ride.id, refunds[0]?.refundId ?? '', 'expired_or_canceled_card');
  // Too little is left of the card payment for the second refund.
  await stripe.refunds.create({ payment_intent: ride.paymentIntentId ?? '', amount: 1_000 });

  const since = databaseClock.now();
  const { history } = await giveBack((await findRide(ride.id)).version, 11_858);

  expect(history.slice(-4).map(({ change }) => change)).toEqual([
    'refunded',
    'refund_failed',
    'adjusted',
    'refund_failed',
  ]);
  const report = await sumRides({ from: since, to: new Date(Date.now() + DAY_MS) });
  expect(report.refunds).toEqual({ count: 1, toCardCents: 0, toGiftCardCents: 500 });
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
});
