import mongoose from 'mongoose';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { listOpenAlerts } from '../../alerts/alerts.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { readStripeRecord } from '../../payments/stripe-records.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildDispatcher } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { changeCharges } from '../../testing/pay-charge.ts';
import { linkOf, openLink, payLink, stateOf } from '../../testing/pay-link.ts';
import { findRideDifferences, refundsAtStripe, staffRideIn } from '../../testing/pay-ride.ts';
import { book, FARE_CENTS, phoneRequest } from '../../testing/phone-booking.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { composePayLinkEmail } from './charge-emails.ts';
import { confirmCharge } from './confirm-charge.ts';
import { findChargeDifferences } from './find-charge-differences.ts';

setUpTestApp();
beforeAll(() => startWorker());

test('concurrent requests with one payment link open one checkout', async () => {
  const ride = staffRideIn(await book(phoneRequest()));

  const sessions = await Promise.all([openLink(ride), openLink(ride), openLink(ride)]);

  expect(new Set(sessions).size).toBe(1);
});

test('a ride paid by its link keeps when it was paid at Stripe', async () => {
  const ride = staffRideIn(await book(phoneRequest()));

  const paymentIntentId = await payLink(ride);

  expect(await confirmCharge(ride.charges[0]?.id ?? '')).toBe('settled');
  const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntentId);
  const { created } = await stripe.charges.retrieve(String(latest_charge));
  expect((await findRide(ride.id)).paidAt).toBe(new Date(created * 1_000).toISOString());
});

test('cancelling an unpaid ride disables its payment link; a payment made nevertheless is refunded', async () => {
  const dispatcher = await buildDispatcher();
  const ride = staffRideIn(await book(phoneRequest()));
  const sessionId = await openLink(ride);
  const chargeId = ride.charges[0]?.id ?? '';
  expect(await composePayLinkEmail(chargeId)).not.toBeNull();

  const cancelled = await as(dispatcher).post(`/api/ops/rides/${ride.id}/cancel`, {
    version: ride.version,
    by: 'rider',
    reason: 'Changed plans',
    expected: { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 },
  });

  staffRideIn(cancelled);
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'expired' });
  expect(await stateOf(ride)).toMatchObject({ state: 'gone' });
  expect(await composePayLinkEmail(chargeId)).toBeNull();
  const dead = await visitor().post(`${linkOf(ride)}/checkout`);
  expect(dead).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });

  const paid = staffRideIn(await book(phoneRequest()));
  const paymentIntentId = await payLink(paid);
  await RideModel.updateOne({ _id: paid.id }, { status: 'cancelled', paymentStatus: 'expired' });
  expect(await stateOf(paid)).toMatchObject({ state: 'gone' });
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS]);
  await expect.poll(async () => (await findRide(paid.id)).paymentStatus).toBe('refunded');
});

test('a ride not paid by its link in time expires with its checkout; one paid at the last moment does not', async () => {
  const [late, justInTime] = [
    staffRideIn(await book(phoneRequest())),
    staffRideIn(await book(phoneRequest())),
  ];
  const sessionId = await openLink(late);
  await payLink(justInTime);
  const past = new Date(Date.now() - 1_000);
  await RideModel.updateMany({ _id: { $in: [late.id, justInTime.id] } }, { payBy: past });

  await expireUnpaidRide(late.id);
  await expireUnpaidRide(justInTime.id);

  expect(await findRide(late.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'expired' });
  expect(await findRide(justInTime.id)).toMatchObject({ status: 'requested', paymentStatus: 'paid' });
});

/** Runs the nightly check of a charge's payment, an hour after the ride's last change. */
async function findDifferencesOfCharge(rideId: string, paymentIntentId: string): Promise<string[]> {
  const { history } = await RideModel.findById(rideId).lean().orFail();
  const at = new Date(Date.now() - 3_600_000);
  await RideModel.updateOne({ _id: rideId }, { history: history.map((line) => ({ ...line, at })) });
  const payments = [await readStripeRecord(paymentIntentId)];
  const found = await findChargeDifferences({ payments, since: new Date(), isUser: async () => true });
  return found.map(({ text }) => text);
}

test('a link whose payment the bank declined after the checkout can be paid again', async () => {
  const ride = staffRideIn(await book(phoneRequest()));
  const first = await openLink(ride);
  const retrieve = stripe.checkout.sessions.retrieve.bind(stripe.checkout.sessions);
  const declined = { id: 'pi_declined', status: 'requires_payment_method', latest_charge: null };
  vi.spyOn(stripe.checkout.sessions, 'retrieve').mockImplementation(async (...call) => {
    const session = await retrieve(...call);
    return session.id === first
      ? Object.assign(session, { status: 'complete', payment_intent: declined })
      : session;
  });

  const chargeId = ride.charges[0]?.id ?? '';
  expect(await confirmCharge(chargeId)).toBe('unpaid');

  const second = await payLink(ride);
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRide(ride.id)).toMatchObject({ paymentStatus: 'paid', paymentIntentId: second });
});

test('a further charge can be paid by its link, and is refunded when it is withdrawn', async () => {
  const dispatcher = await buildDispatcher();
  const ride = staffRideIn(await book(phoneRequest({ payment: 'account' })));
  const path = `/api/ops/rides/${ride.id}`;
  const charge = { version: ride.version, kind: 'charge', amountCents: 4_500, reason: 'One more stop' };
  const charged = staffRideIn(await as(dispatcher).post(`${path}/adjust`, charge));
  expect(await stateOf(charged)).toMatchObject({
    state: 'open',
    amountCents: 4_500,
    reason: 'One more stop',
  });
  const { status, body } = await as(dispatcher).post(`${path}/payment-link`, {});
  expect([status, body]).toEqual([200, { sentTo: charged.customerEmail }]);

  const paymentIntentId = await payLink(charged);
  expect(await stateOf(charged)).toMatchObject({ state: 'paid' });
  const paid = await findRide(ride.id);
  expect(paid).toMatchObject({ paymentStatus: 'on_account', charges: [{ status: 'paid', paymentIntentId }] });
  expect(await findDifferencesOfCharge(ride.id, paymentIntentId)).toEqual([]);

  const withdrawn = staffRideIn(
    await as(dispatcher).post(`${path}/charges/${charged.charges[0]?.id}/withdraw`, {
      version: paid.version,
      reason: 'There was none',
    }),
  );
  expect(withdrawn.charges).toMatchObject([{ status: 'refunded' }]);
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([4_500]);
  await expect.poll(async () => (await findRide(ride.id)).charges[0]?.refundId).toMatch(/^re_/);
  expect(await stateOf(charged)).toMatchObject({ state: 'gone' });
  expect(await findRideDifferences()).toEqual([]);
  expect(await findDifferencesOfCharge(ride.id, paymentIntentId)).toEqual([]);

  const { charges } = await RideModel.findById(ride.id).lean().orFail();
  onTestFinished(async () => void (await RideModel.updateOne({ _id: ride.id }, { charges })));
  const unrecorded = charges.map((each) => ({ ...each, status: 'paid' }));
  await RideModel.updateOne({ _id: ride.id }, { $set: { charges: unrecorded } });
  expect(await findDifferencesOfCharge(ride.id, paymentIntentId)).toEqual([
    expect.stringContaining('records $0.00 as refunded, but Stripe refunded $45.00'),
  ]);
});

const MORE_CENTS = FARE_CENTS + 100;

/** A ride paid by link with a payment that is for another rider or amount. */
async function buildFlagged(mismatch: 'rider' | 'amount' = 'rider') {
  const ride = staffRideIn(await book(phoneRequest()));
  if (mismatch === 'amount') await changeCharges(ride.id, { amountCents: MORE_CENTS });
  const paymentIntentId = await payLink(ride);
  await changeCharges(ride.id, { amountCents: FARE_CENTS });
  if (mismatch === 'rider') {
    await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId: newId() } });
  }
  expect(await confirmCharge(ride.charges[0]?.id ?? '')).toBe('flagged');
  vi.mocked(logger.error).mockClear();
  return { ride, paymentIntentId };
}

test('confirming a ride settles its flagged link payment once that was corrected at Stripe', async () => {
  const { ride, paymentIntentId } = await buildFlagged();
  const { riderId } = await findRide(ride.id);
  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId } });

  expect(await confirmPayment(ride.id)).toBe('settled');

  expect(await findRide(ride.id)).toMatchObject({
    paymentStatus: 'paid',
    paymentIntentId,
    charges: [{ kind: 'booking', status: 'paid', paymentIntentId }],
  });
});

test.each([
  ['rider', FARE_CENTS],
  ['amount', MORE_CENTS],
] as const)(
  'a link payment for another %s flags the ride, and cancelling refunds all of it',
  async (what, paidCents) => {
    const { ride, paymentIntentId } = await buildFlagged(what);
    const { version, paymentStatus } = await findRide(ride.id);
    expect(paymentStatus).toBe('flagged');
    const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
    const cancelled = await as(await buildDispatcher()).post(`/api/ops/rides/${ride.id}/cancel`, {
      ...{ version, by: 'operations', expected, reason: 'The payment does not match' },
    });

    expect(staffRideIn(cancelled)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([paidCents]);
    await expect.poll(() => findRide(ride.id)).toMatchObject({ paymentStatus: 'refunded', refundOwed: null });
  },
);

const alertsAbout = async (rideId: string) =>
  (await listOpenAlerts()).filter(({ subject }) => subject.id === rideId).map(({ kind }) => kind);

test('after a full refund at Stripe a flagged link payment has no alert, and the link can be paid again', async () => {
  const { ride, paymentIntentId } = await buildFlagged();
  const chargeId = ride.charges[0]?.id ?? '';
  await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
  expect(await confirmCharge(chargeId)).toBe('flagged');
  expect(await findRide(ride.id)).toMatchObject({ paymentStatus: 'flagged' });
  expect(await alertsAbout(ride.id)).toEqual(['payment-flagged']);
  await stripe.refunds.create({ payment_intent: paymentIntentId });

  expect([await confirmCharge(chargeId), await confirmCharge(chargeId)]).toEqual(['unpaid', 'unpaid']);

  const { paymentStatus, paymentIntentId: paidBy, history } = await findRide(ride.id);
  expect([paymentStatus, paidBy]).toEqual(['pending', null]);
  expect(history.map(({ change }) => change)).toEqual(['requested', 'flagged', 'adjusted']);
  expect(await alertsAbout(ride.id)).toEqual([]);
  expect(await stateOf(ride)).toMatchObject({ state: 'open' });
  const second = await payLink(ride);
  expect(await stateOf(ride)).toMatchObject({ state: 'paid' });
  expect(await findRide(ride.id)).toMatchObject({ paymentStatus: 'paid', paymentIntentId: second });
  expect(await findRideDifferences()).toEqual([]);
});

test('reconciling notices a flagged link payment that was refunded at Stripe, and the unpaid ride expires', async () => {
  const { ride, paymentIntentId } = await buildFlagged();
  await stripe.refunds.create({ payment_intent: paymentIntentId });
  const isThis = { _id: new mongoose.Types.ObjectId(ride.charges[0]?.id), lookAt: { $exists: true } };
  await mongoose.model('ChargeCheckout').updateOne(isThis, { lookAt: new Date(0) });
  await RideModel.updateOne({ _id: ride.id }, { payBy: new Date(0) });

  await reconcileRides();
  await expect.poll(async () => (await findRide(ride.id)).paymentStatus).toBe('pending');
  await reconcileRides();

  await expect
    .poll(() => findRide(ride.id))
    .toMatchObject({ status: 'cancelled', paymentStatus: 'expired', refundOwed: null });
  expect(await alertsAbout(ride.id)).toEqual([]);
});
