import { DAY_MS } from '#common/durations.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { AlertModel } from '../alerts/alert-model.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { stripe } from '../infra/stripe.ts';
import { MailModel } from '../mail/mail-model.ts';
import { PAYABLES } from '../payables.ts';
import { expireUnacceptedRide } from '../rides/cancel/expire-unaccepted-ride.ts';
import { sumRides } from '../rides/day-money.ts';
import { confirmPayment } from '../rides/payment/confirm-payment.ts';
import { refundAdjustment, refundRide } from '../rides/payment/refund-ride.ts';
import { riderRefundsOf } from '../rides/payment/rider-refunds.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { as } from '../testing/as.ts';
import { bookRide, pay } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { beginPurchase, payCheckout } from '../testing/buy-gift-card.ts';
import { newId } from '../testing/new-id.ts';
import { operationsEmails } from '../testing/operations-emails.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { sendWebhooks } from '../testing/send-webhooks.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';

import { reconcilePaymentEvents } from './stripe-events.ts';
import { refundPayment, syncRefund } from './stripe-refunds.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

/** Creates a ride paid by card that no driver accepted in time, so that its refund is owed. */
async function buildUnaccepted(card: string) {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const paymentIntentId = await pay(booked, card);
  const rideId = booked.ride.id;
  expect(await confirmPayment(rideId)).toBe('settled');
  await RideModel.updateOne({ _id: rideId }, { scheduledAt: new Date(Date.now() - LATE_ACCEPT_MS) });
  return { rider, rideId, paymentIntentId };
}

async function refundsOf(paymentIntentId: string) {
  return (await stripe.refunds.list({ payment_intent: paymentIntentId })).data;
}

/** Advances the simulator's clock until failing refunds have failed. */
const letRefundsFail = () => ownSimulator.advanceClock(10);

/** Creates a ride whose refund failed while webhooks were paused, so that there is no alert yet. */
async function failWithoutAlert() {
  await sendWebhooks({ isPaused: true });
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_refundFail');
  await expireUnacceptedRide(rideId);
  await expect.poll(() => findRide(rideId)).toMatchObject({ paymentStatus: 'refunded' });
  return { rideId, refundId: await failureOf(paymentIntentId) };
}

/** Lets the only refund of a payment fail. Returns its id. */
async function failureOf(paymentIntentId: string): Promise<string> {
  await letRefundsFail();
  await expect.poll(() => refundsOf(paymentIntentId)).toMatchObject([{ status: 'failed' }]);
  const [refund] = await refundsOf(paymentIntentId);
  return refund?.id ?? '';
}

/** Expects this one log line, and nothing else. */
function expectLogged(details: object) {
  expect(vi.mocked(logger.error).mock.calls).toMatchObject([[details, 'payment needs manual review']]);
  vi.mocked(logger.error).mockClear();
}

test('a refund that fails later is shown to the rider and alerts operations once, in whatever order events arrive', async () => {
  await sendWebhooks({ copies: 3, jitterMs: 300 });
  const { rider, rideId, paymentIntentId } = await buildUnaccepted('pm_card_refundFail');
  const recorded = await recordRideMessages();
  await expireUnacceptedRide(rideId);
  expect(await recorded.next(rideId, 'refunded')).toMatchObject({
    refundedAmount: '$233.58',
    refundFailedAmount: null,
  });
  const [refund] = await refundsOf(paymentIntentId);

  await letRefundsFail();

  const failed = { paymentStatus: 'refunded', refundedAmount: null, refundFailedAmount: '$233.58' };
  expect(await recorded.next(rideId, 'refund_failed')).toMatchObject(failed);
  expect((await as(rider).get(`/api/rides/${rideId}`)).body).toMatchObject(failed);
  const [email] = await operationsEmails(rideId);
  expect(email?.subject).toBe('A refund failed: $233.58');
  expect(email?.replyTo).toMatchObject([{ address: 'robin@example.com' }]);
  expect(email?.text).toContain('Reason: expired or canceled card');
  expect(email?.text).toContain('Robin Rider, robin@example.com, (702) 555-0101');
  expect(email?.text).toContain(`Payment at Stripe: ${paymentIntentId}`);

  // A repeated job must change nothing.
  const refundId = refund?.id ?? '';
  await Promise.all([
    syncRefund(refundId, PAYABLES),
    syncRefund(refundId, PAYABLES),
    refundRide(rideId, 'not-accepted'),
  ]);
  await ownMailbox.waitFor(rider.email);
  const ride = await RideModel.findById(rideId).lean();
  expect(ride).toMatchObject({
    refunds: [{ refundId, amountCents: 23_358, failure: 'expired_or_canceled_card' }],
    paymentAlerts: [`${refundId} failed`],
  });
  expect(ride).toMatchObject({ refundOwed: null });
  expect(ride?.history.map(({ change }) => change)).toEqual([
    'requested',
    'paid',
    'cancelled',
    'refunded',
    'refund_failed',
  ]);
  expect(await refundsOf(paymentIntentId)).toHaveLength(1);
  const notice = await AlertModel.findOne({ 'subject.kind': 'ride', 'subject.id': rideId });
  expect(await MailModel.countDocuments({ aboutId: notice?.id })).toBe(1);
  expect(await AlertModel.countDocuments({ 'subject.kind': 'ride', 'subject.id': rideId })).toBe(1);
  expect(await operationsEmails(rideId)).toHaveLength(1);
  expect(await findLedgerDifferences()).toEqual([]);
  expectLogged({
    key: `${refundId} failed`,
    paidFor: { kind: 'ride', id: rideId },
    reason: 'expired_or_canceled_card',
  });
});

test('a refund that failed before it was recorded is recorded as failed', async () => {
  await sendWebhooks({ isPaused: true });
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_refundFail');
  await RideModel.updateOne(
    { _id: rideId },
    { status: 'cancelled', refundOwed: { reason: 'not-accepted', since: new Date() } },
  );
  const { refundId } = await refundPayment({
    paymentIntentId,
    amountCents: 23_358,
    metadata: { rideId, reason: 'not-accepted' },
    idempotencyKey: `refund:${rideId}:not-accepted`,
  });
  expect(await failureOf(paymentIntentId)).toBe(refundId);

  await syncRefund(refundId ?? '', PAYABLES);
  await refundRide(rideId, 'not-accepted');

  expect(await refundsOf(paymentIntentId)).toHaveLength(1);
  const ride = await RideModel.findById(rideId).lean();
  expect(ride?.refunds).toMatchObject([{ refundId, failure: 'expired_or_canceled_card' }]);
  expect(ride?.history.slice(-2)).toMatchObject([{ change: 'refunded' }, { change: 'refund_failed' }]);
  expect(ride).toMatchObject({ refundOwed: null });
  expect(await operationsEmails(rideId)).toHaveLength(1);
  expectLogged({ paidFor: { kind: 'ride', id: rideId } });
});

test('a refund after one that failed before it was recorded is in the day report and dated for the rider', async () => {
  await sendWebhooks({ isPaused: true });
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_refundFail');
  const paid = await pay(await bookRide(await buildRider()));
  const [at, [first, second, chargeId]] = [new Date(), [newId(), newId(), newId()]];
  const adjustment = { toGiftCardCents: 0, reason: 'Late pickup', by: 'Ada Admin', at, owedSince: at };
  await RideModel.updateOne(
    { _id: rideId },
    {
      charges: [
        {
          ...{ id: chargeId, kind: 'extension', amountCents: 5_000, status: 'paid', reason: null, at },
          ...{ paymentIntentId: paid, refundId: null },
        },
      ],
      adjustments: [{ id: first, toCardCents: 2_000, ...adjustment }],
    },
  );
  await refundPayment({
    paymentIntentId,
    amountCents: 2_000,
    metadata: { rideId, reason: 'adjustment', adjustmentId: first },
    idempotencyKey: `refund:${rideId}:adjustment:${first}`,
  });
  await failureOf(paymentIntentId);
  await refundAdjustment({ rideId, adjustmentId: first });
  // Owed only now, because publishing the first refund makes the worker refund whatever is owed.
  const owed = { id: second, toCardCents: 3_000, chargeId, ...adjustment };
  await RideModel.updateOne({ _id: rideId }, { $push: { adjustments: owed } });

  const since = databaseClock.now();
  await refundAdjustment({ rideId, adjustmentId: second });

  const ride = await findRide(rideId);
  expect(ride.refunds).toMatchObject([
    { amountCents: 2_000, failure: 'expired_or_canceled_card' },
    { amountCents: 3_000 },
  ]);
  expect(riderRefundsOf(ride)).toMatchObject([
    { toCardCents: 2_000, isFailed: true, at: ride.history.at(-3)?.at },
    { toCardCents: 3_000, isFailed: false, at: ride.history.at(-1)?.at },
  ]);
  const { refunds } = await sumRides({ from: since, to: new Date(Date.now() + DAY_MS) });
  expect(refunds).toEqual({ count: 1, toCardCents: 3_000, toGiftCardCents: 0 });
  expectLogged({ paidFor: { kind: 'ride', id: rideId } });
});

test('a refund sync that fails before storing the alert email is completed by the next sync', async () => {
  const { rideId, refundId } = await failWithoutAlert();
  vi.spyOn(MailModel, 'create').mockRejectedValueOnce(new Error('the database is away'));

  await expect(syncRefund(refundId, PAYABLES)).rejects.toThrow('the database is away');
  await syncRefund(refundId, PAYABLES);

  expect(await operationsEmails(rideId)).toHaveLength(1);
  expectLogged({ paidFor: { kind: 'ride', id: rideId } });
});

test('reconciliation finds a failed refund whose event never came', async () => {
  const { rideId } = await failWithoutAlert();

  await reconcilePaymentEvents(PAYABLES);

  expect(await operationsEmails(rideId)).toHaveLength(1);
  expect((await findRide(rideId)).refunds).toMatchObject([{ failure: 'expired_or_canceled_card' }]);
  expectLogged({ paidFor: { kind: 'ride', id: rideId } });
});

test('the alert about a failed refund of a gift card, made at Stripe itself, names its purchase', async () => {
  const purchase = await beginPurchase();
  await payCheckout(purchase, '4000000000005126');
  await ownMailbox.waitFor(purchase.to);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(purchase.sessionId);
  const refund = await stripe.refunds.create({ payment_intent: String(payment_intent) });

  await letRefundsFail();

  const emails = await operationsEmails(purchase.id);
  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toBe('A refund failed: $250.00');
  expect(emails[0]?.text).toContain(`Buyer: ${purchase.buyerEmail}`);
  expect(await PurchaseModel.findById(purchase.id)).toMatchObject({
    state: 'paid',
    paymentAlerts: [`${refund.id} failed`],
  });
  expect(await findLedgerDifferences()).toEqual([]);
  expectLogged({ paidFor: { kind: 'purchase', id: purchase.id } });
});

test('a refund that succeeded, or belongs to another installation’s ride, raises no alert', async () => {
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_visa');
  await expireUnacceptedRide(rideId);
  await expect.poll(() => findRide(rideId)).toMatchObject({ paymentStatus: 'refunded' });
  const foreign = await stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_refundFail',
  });
  await stripe.paymentIntents.update(foreign.id, { metadata: { rideId: 'f'.repeat(24) } });
  const foreignRefund = await stripe.refunds.create({
    payment_intent: foreign.id,
    metadata: { reason: 'not-accepted' },
  });
  expect(await failureOf(foreign.id)).toBe(foreignRefund.id);
  const [refund] = await refundsOf(paymentIntentId);
  const known = await AlertModel.countDocuments();
  const { version } = await findRide(rideId);

  await syncRefund(refund?.id ?? '', PAYABLES);
  await syncRefund(foreignRefund.id, PAYABLES);

  expect(await AlertModel.countDocuments()).toBe(known);
  expect(await findRide(rideId)).toMatchObject({ version, refunds: [{ amountCents: 23_358 }] });
});

/** Advances Stripe's clock until it has forgotten the idempotency keys of refunds made so far. */
const letKeysBeForgotten = () => ownSimulator.advanceClock(25 * 3_600);

test('a refund whose idempotency key has expired at Stripe is found by its metadata, and not made again', async () => {
  await sendWebhooks({ isPaused: true });
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_visa');
  const refund = { paymentIntentId, amountCents: 5_000, idempotencyKey: `refund:${rideId}:not-accepted` };
  const metadata = { rideId, reason: 'not-accepted' };
  const { refundId } = await refundPayment({ ...refund, metadata });
  await letKeysBeForgotten();

  expect(await refundPayment({ ...refund, metadata })).toEqual({ refundId });

  const other = { rideId, reason: 'adjustment', adjustmentId: newId() };
  const made = await refundPayment({
    ...refund,
    metadata: other,
    idempotencyKey: `refund:${rideId}:other`,
  });
  expect(made.refundId).not.toBe(refundId);
  expect(await refundsOf(paymentIntentId)).toHaveLength(2);
});

test('a refund whose idempotency key has expired at Stripe and that has failed is found with its failure', async () => {
  await sendWebhooks({ isPaused: true });
  const { rideId, paymentIntentId } = await buildUnaccepted('pm_card_refundFail');
  const refund = { paymentIntentId, amountCents: 5_000, idempotencyKey: `refund:${rideId}:not-accepted` };
  const metadata = { rideId, reason: 'not-accepted' };
  const { refundId } = await refundPayment({ ...refund, metadata });
  await letKeysBeForgotten();
  expect(await failureOf(paymentIntentId)).toBe(refundId);

  expect(await refundPayment({ ...refund, metadata })).toEqual({
    refundId,
    failure: 'expired_or_canceled_card',
  });
});
