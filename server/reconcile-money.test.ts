import { travelTo } from './testing/travel-to.ts';
import './testing/own-simulator.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatCents } from '#common/money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { AlertModel } from './alerts/alert-model.ts';
import { listOpenAlerts } from './alerts/alerts.ts';
import { WORKER } from './audit-log/record-audit.ts';
import { fulfilGiftCard } from './gift-cards/fulfil-gift-card.ts';
import { GiftCardModel } from './gift-cards/gift-card-model.ts';
import { PurchaseModel } from './gift-cards/purchase-model.ts';
import { logger } from './infra/logger.ts';
import { stripe } from './infra/stripe.ts';
import { reconcileMoney } from './reconcile-money.ts';
import { cancelUnpaidRide } from './rides/cancel/cancel-unpaid-ride.ts';
import { confirmCharge } from './rides/charges/confirm-charge.ts';
import { completeRide } from './rides/dispatch/complete-ride.ts';
import { confirmPayment } from './rides/payment/confirm-payment.ts';
import { refundRide } from './rides/payment/refund-ride.ts';
import { type RideDoc, RideModel } from './rides/ride-model.ts';
import { findRide } from './rides/ride-queries.ts';
import { as } from './testing/as.ts';
import { bookRide, buildReturnRequest, pay } from './testing/build-ride.ts';
import { buildAdmin, buildRider } from './testing/build-user.ts';
import { beginPurchase, payCheckout } from './testing/buy-gift-card.ts';
import { newId } from './testing/new-id.ts';
import { ownSimulator } from './testing/own-simulator.ts';
import { openCharge, payAtStripe } from './testing/pay-charge.ts';
import { bookPaidRide, staffRideIn } from './testing/pay-ride.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { UserModel } from './users/user-model.ts';

setUpTestApp();
/**
 * Removes the data of earlier tests. Payments that they left at Stripe belong to unknown riders and are
 * ignored.
 */
beforeEach(async () => {
  for (const model of [AlertModel, GiftCardModel, PurchaseModel, RideModel, UserModel]) {
    await Object(model).deleteMany();
  }
});

/** Backdates a ride's history beyond the time in which changes may still be on their way to Stripe. */
async function backdateHistory(rideId: string, hours = 1): Promise<void> {
  const ride = await RideModel.findById(rideId).lean<RideDoc>();
  const at = new Date(Date.now() - hours * 3_600_000);
  await RideModel.updateOne({ _id: rideId }, { history: ride?.history.map((line) => ({ ...line, at })) });
}

/** Creates a ride paid at Stripe with $233.58. */
async function buildPaidRide() {
  const booked = await bookRide(await buildRider());
  const paymentId = await pay(booked);
  await confirmPayment(booked.ride.id);
  await backdateHistory(booked.ride.id);
  return { id: booked.ride.id, paymentId };
}

/** Creates a paid ride that was completed for $155.72 and refunded. */
async function buildRefundedRide() {
  const ride = await buildPaidRide();
  await RideModel.updateOne({ _id: ride.id }, { status: 'in_progress', driverId: newId() });
  await completeRide(await findRide(ride.id), 15_572);
  await refundRide(ride.id, 'completed-for-less');
  await backdateHistory(ride.id);
  return ride;
}

async function buildSoldCard() {
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  await fulfilGiftCard(purchase.id);
  return purchase;
}

async function reconcile(): Promise<string[]> {
  await reconcileMoney();
  return (await listOpenAlerts()).map(({ text }) => text);
}

test('reconciling consistent rides and gift cards finds no difference', async () => {
  await buildPaidRide();
  await buildRefundedRide();
  await buildSoldCard();
  const unpaid = await bookRide(await buildRider());
  await backdateHistory(unpaid.ride.id);

  expect(await reconcile()).toEqual([]);
});

test('each difference between rides and Stripe opens one alert, which is resolved once the difference is gone', async () => {
  const short = await buildPaidRide();
  const refunded = await buildRefundedRide();
  const byHand = await buildPaidRide();
  const unpaid = await bookRide(await buildRider());
  await pay(unpaid);
  await backdateHistory(unpaid.ride.id);
  await RideModel.updateOne({ _id: short.id }, { $inc: { 'fare.totalCents': 1 } });
  const { refunds } = await findRide(refunded.id);
  const wrong = refunds.map((refund) => ({ ...refund, amountCents: 7_787 }));
  await RideModel.updateOne({ _id: refunded.id }, { refunds: wrong });
  await stripe.refunds.create({ payment_intent: byHand.paymentId, amount: 1 });

  const found = await reconcile();

  expect(found.toSorted()).toEqual(
    [
      `ride ${short.id} was paid $233.59 by card, but Stripe received $233.58`,
      `ride ${refunded.id} records $77.87 as refunded to the card, but Stripe refunded $77.86`,
      `ride ${byHand.id} records $0.00 as refunded to the card, but Stripe refunded $0.01`,
      `ride ${unpaid.ride.id} is not paid for, but Stripe keeps $233.58`,
    ].toSorted(),
  );
  expect(await reconcile()).toHaveLength(4);
  const alerts = await listOpenAlerts();
  expect(alerts.map(({ subject }) => subject.name)).toEqual(
    alerts.map(({ subject }) => rideReference(subject.id)),
  );
  expect(await AlertModel.countDocuments()).toBe(4);

  await RideModel.updateOne({ _id: short.id }, { $inc: { 'fare.totalCents': -1 } });
  expect(await reconcile()).toHaveLength(3);
});

test('a ride on account that was also paid by card is a difference', async () => {
  const ride = await buildPaidRide();
  await RideModel.updateOne({ _id: ride.id }, { paymentStatus: 'on_account' });

  expect(await reconcile()).toContain(`ride ${ride.id} was paid $0.00 by card, but Stripe received $233.58`);
});

test('a late payment whose refund the bank refused is no difference: the ride records the refund as failed', async () => {
  const booked = await bookRide(await buildRider());
  const { ride } = booked;
  await pay(booked, 'pm_card_createDispute');
  await cancelUnpaidRide(ride.id);
  await confirmPayment(ride.id);
  await refundRide(ride.id, 'paid-too-late');
  expect(logger.error).toHaveBeenCalledWith(expect.anything(), 'payment needs manual review');
  vi.mocked(logger.error).mockClear();
  const { refunds } = await findRide(ride.id);
  expect(refunds).toMatchObject([{ failure: 'charge_disputed' }]);
  await backdateHistory(ride.id);
  const failed = await listOpenAlerts();
  expect(failed.map(({ kind }) => kind)).toContain('refund-failed');

  expect(await reconcile()).toEqual(failed.map(({ text }) => text));

  const less = refunds.map((refund) => ({ ...refund, amountCents: refund.amountCents - 100 }));
  await RideModel.updateOne({ _id: ride.id }, { refunds: less });
  expect(await reconcile()).toContain(`ride ${ride.id} is not paid for, but Stripe keeps $1.00`);
});

test('a failed refund of one ride that staff made again at Stripe does not hide the missing refund of the other', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider, buildReturnRequest({ riderId: rider.id }));
  const { ride, returnRide } = booked;
  const paymentId = await pay(booked);
  await cancelUnpaidRide(ride.id);
  await confirmPayment(ride.id);
  const failed = { reason: 'paid-too-late', giftCardCents: 0, refundId: null, failure: 'charge_disputed' };
  const cents = ride.fare.totalCents;
  await RideModel.updateOne(
    { _id: ride.id },
    { refundOwed: null, refunds: [{ ...failed, amountCents: cents }] },
  );
  await stripe.refunds.create({ payment_intent: paymentId, amount: cents });
  for (const { id } of [ride, returnRide ?? ride]) await backdateHistory(id);

  const missing = formatCents(returnRide?.fare.totalCents ?? 0);
  expect(await reconcile()).toContain(`ride ${ride.id} is not paid for, but Stripe keeps ${missing}`);
});

test('a payment without its ride is found, but not a payment of another installation', async () => {
  const [lost, other] = [await buildPaidRide(), await buildPaidRide()];
  await RideModel.deleteOne({ _id: lost.id });
  await RideModel.updateOne({ _id: other.id }, { paymentIntentId: 'pi_unknown' });
  await stripe.paymentIntents.create({
    amount: 9_900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    metadata: { rideId: newId(), riderId: newId() },
  });

  expect((await reconcile()).toSorted()).toEqual(
    [
      `payment ${lost.paymentId} of $233.58 was made for ride ${lost.id}, which does not exist`,
      `payment ${other.paymentId} of $233.58 was made for ride ${other.id}, which has another payment`,
      `ride ${other.id} was paid $233.58 by card, but Stripe received $0.00`,
    ].toSorted(),
  );
});

test('gift cards are compared with their ledger, and purchases with their checkouts', async () => {
  const [card, cheap, unpaid] = [await buildSoldCard(), await buildSoldCard(), await beginPurchase()];
  await GiftCardModel.updateOne({ _id: card.id }, { $inc: { balanceCents: 1 } });
  await PurchaseModel.updateOne({ _id: cheap.id }, { amountCents: 24_999 });
  await payCheckout(unpaid);
  await PurchaseModel.updateOne({ _id: unpaid.id }, { createdAt: new Date(Date.now() - 3_600_000) });

  expect((await reconcile()).toSorted()).toEqual(
    [
      `gift card ${card.id} has a balance of 25001, but its entries sum to 25000`,
      `gift card ${cheap.id} was issued with 25000, but 24999 was paid`,
      `purchase ${cheap.id} is paid with $249.99, but its checkout at Stripe is not`,
      `purchase ${unpaid.id} is not paid, but Stripe keeps $250.00 for it`,
    ].toSorted(),
  );
});

test('a gift card whose payment differs opens an alert at once, which stays until the payment is refunded', async () => {
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(purchase.sessionId);
  await PurchaseModel.updateOne({ _id: purchase.id }, { amountCents: 500_000 });

  await fulfilGiftCard(purchase.id);

  expect(vi.mocked(logger.error).mock.calls.map(([, message]) => message)).toEqual([
    'checkout session does not match purchase',
  ]);
  vi.mocked(logger.error).mockClear();
  const text = `purchase ${purchase.id} is not paid, but Stripe keeps $250.00 for it`;
  expect(await listOpenAlerts()).toMatchObject([
    { kind: 'money-difference', text, subject: { kind: 'purchase', id: purchase.id } },
  ]);
  expect(await reconcile()).toEqual([text]);

  await stripe.refunds.create({ payment_intent: String(payment_intent) });
  expect(await reconcile()).toEqual([]);
});

test('a charge whose payment differs opens one alert at once, which stays until the payment is refunded', async () => {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  const { id: rideId, version } = await bookPaidRide(rider);
  const asked = { version, kind: 'charge', amountCents: 2_500, reason: 'A seat was cleaned' };
  const { charges } = staffRideIn(await as(admin).post(`/api/ops/rides/${rideId}/adjust`, asked));
  const chargeId = charges[0]?.id ?? '';
  const paymentId = await openCharge(rider, rideId, chargeId);
  await stripe.paymentIntents.update(paymentId, { amount: 2_400 });
  await payAtStripe(paymentId);

  for (let time = 0; time < 2; time += 1) {
    expect(await confirmCharge(chargeId)).toBe('flagged');
    expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([
      'payment does not match charge',
    ]);
    vi.mocked(logger.error).mockClear();
  }

  const text = `payment ${paymentId} of $24.00 was made for charge ${chargeId}, which does not record it`;
  const [alert, ...more] = await listOpenAlerts();
  expect(alert).toMatchObject({
    kind: 'money-difference',
    text,
    subject: { kind: 'payment', id: paymentId },
  });
  expect(more).toEqual([]);
  expect(await reconcile()).toEqual([text]);
  await backdateHistory(rideId);
  expect(await reconcile()).toEqual([text]);

  await stripe.refunds.create({ payment_intent: paymentId });
  expect(await reconcile()).toEqual([]);
  expect(await confirmCharge(chargeId)).toBe('unpaid');
  expect(await AlertModel.countDocuments()).toBe(1);

  await payAtStripe(await openCharge(rider, rideId, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');
  await backdateHistory(rideId);
  expect(await reconcile()).toEqual([]);
});

/** Advances our clock only. Timestamps at Stripe stay. */
const passDays = (days: number): void => travelTo(Date.now() + days * 86_400_000);

test('a money difference keeps its alert for days until it is fixed', async () => {
  const [ride, card] = [await buildPaidRide(), await buildSoldCard()];
  await RideModel.updateOne({ _id: ride.id }, { $inc: { 'fare.totalCents': 1 } });
  await PurchaseModel.updateOne({ _id: card.id }, { sessionId: 'cs_test_unknown' });
  const found = await reconcile();
  expect(found.toSorted()).toEqual([
    `purchase ${card.id} is paid with $250.00, but its checkout at Stripe is not`,
    `ride ${ride.id} was paid $233.59 by card, but Stripe received $233.58`,
  ]);

  passDays(4);
  expect(await reconcile()).toEqual(found);
  passDays(4);
  await RideModel.updateOne({ _id: ride.id }, { $inc: { 'fare.totalCents': -1 } });

  expect(await reconcile()).toEqual(found.filter((text) => text.startsWith('purchase')));
  expect(await AlertModel.countDocuments()).toBe(2);
});

test('a money difference keeps its alert even if its ride, or the ride of its charge, has just changed', async () => {
  const [ride, charged] = [await buildPaidRide(), await buildPaidRide()];
  await RideModel.updateOne({ _id: ride.id }, { $inc: { 'fare.totalCents': 1 } });
  const charge = { id: newId(), kind: 'adjustment', amountCents: 2_500, status: 'paid' } as const;
  const paid = { ...charge, reason: 'A seat', at: new Date(), paymentIntentId: 'pi_unknown', refundId: null };
  await RideModel.updateOne({ _id: charged.id }, { charges: [paid] });
  const found = await reconcile();
  expect(found).toHaveLength(2);

  const note = { change: 'noted', at: new Date(), by: WORKER } as const;
  await RideModel.updateMany({}, { $push: { history: note } });

  expect(await reconcile()).toEqual(found);
  expect(await AlertModel.countDocuments()).toBe(2);
});

test('an old money difference whose alert was resolved by hand does not open the alert again', async () => {
  const [aside, open] = [await buildPaidRide(), await buildPaidRide()];
  await RideModel.updateOne({ _id: aside.id }, { $inc: { 'fare.totalCents': 1 } });
  await reconcile();
  await AlertModel.updateOne({ 'subject.id': aside.id }, { resolvedAt: new Date() });

  passDays(4);
  expect(await reconcile()).toEqual([]);
  await backdateHistory(open.id);
  await backdateHistory(aside.id);
  await RideModel.updateOne({ _id: open.id }, { $inc: { 'fare.totalCents': 1 } });

  expect(await reconcile()).toEqual([
    `ride ${open.id} was paid $233.59 by card, but Stripe received $233.58`,
  ]);
});

// Must be the last test, since Stripe's clock stays ahead.
test('a refund of an old payment that its ride does not record is found', async () => {
  const ride = await buildPaidRide();
  await backdateHistory(ride.id, 30 * 24);
  await ownSimulator.advanceClock(4 * 86_400);

  expect(await reconcile()).toEqual([]);
  await stripe.refunds.create({ payment_intent: ride.paymentId, amount: 500 });

  expect(await reconcile()).toEqual([
    `ride ${ride.id} records $0.00 as refunded to the card, but Stripe refunded $5.00`,
  ]);
});
