import { expect, test, vi } from 'vitest';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { releaseGiftCard } from '../../gift-cards/ledger.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { PAYABLES } from '../../payables.ts';
import { readStripeRecord } from '../../payments/stripe-records.ts';
import { syncRefund } from '../../payments/stripe-refunds.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { bookRide, buildReturnRequest, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { auditRides, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { auditPayments } from '../payment/payment-audit.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { describeRider } from '../payment/ride-payer.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** Books an unpaid return trip: $73.57 there, $87.25 back. */
async function bookReturn(overrides: Partial<RequestRide> = {}) {
  const rider = await buildRider();
  const booked = await bookRide(rider, { ...buildReturnRequest({ riderId: rider.id }), ...overrides });
  const { ride, returnRide } = booked;
  if (!returnRide) throw new Error('no way back');
  return { rider, booked, there: ride.id, back: returnRide.id };
}

const statusesOf = async (...ids: string[]) =>
  (await Promise.all(ids.map(findRide))).map(({ paymentStatus }) => paymentStatus);

const makeOverdue = (...ids: string[]) =>
  RideModel.updateMany({ _id: { $in: ids } }, { payBy: new Date(Date.now() - 60_000) });

/** Audits the payment as if an hour had passed, so that no change counts as in flight. */
async function auditOrder(clientSecret: string, ...ids: string[]) {
  for (const id of ids) {
    const ride = await RideModel.findById(id).lean<RideDoc>().orFail();
    const at = new Date(Date.now() - 3_600_000);
    await RideModel.updateOne({ _id: id }, { history: ride.history.map((entry) => ({ ...entry, at })) });
  }
  const payments = [await readStripeRecord(paymentIntentOf(clientSecret))];
  const found = await auditPayments({ payments, since: new Date(), isUser: async () => true });
  return [...found, ...(await auditRides())].map(({ text }) => text);
}

test('who reads of its payment, such as of a dispute, reads of both rides', async () => {
  const { there, back } = await bookReturn();

  const { rows } = await describeRider(there);

  expect(rows).toContainEqual(['Ride', rideReference(there)]);
  const together = rows.find(([label]) => label === 'Paid together with');
  expect(together?.[1]).toContain(`(${rideReference(back)})`);
  expect((await describeRider(back)).rows.find(([label]) => label === 'Paid together with')?.[1]).toContain(
    `(${rideReference(there)})`,
  );
});

test('one payment settles both rides, each with its own share, offer and history', async () => {
  const { rider, booked, there, back } = await bookReturn();
  const paymentIntentId = await pay(booked);

  expect(await confirmPayment(back)).toBe('settled');
  for (const id of [there, back]) {
    const body = { paymentIntentId, riderId: rider.id };
    const said = await as(rider).post(`/api/rides/${id}/payment-success`, body);
    expect(said).toMatchObject({ status: 200, body: { ride: { id, paymentStatus: 'paid' } } });
  }

  for (const id of [there, back]) {
    expect(await findRide(id)).toMatchObject({
      status: 'requested',
      paymentStatus: 'paid',
      paymentIntentId,
      payment: { brand: 'visa', last4: '4242' },
    });
  }
  expect(await confirmPayment(there)).toBe('settled');
  expect((await findRide(back)).history.map(({ change }) => change)).toEqual(['requested', 'paid']);
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);
});

/** Removes the last change of a ride, as if it had never happened. */
async function takeLastChangeBack(id: string, patch: Partial<RideDoc>): Promise<void> {
  const { history, version } = await RideModel.findById(id).lean<RideDoc>().orFail();
  await RideModel.updateOne({ _id: id }, { ...patch, history: history.slice(0, -1), version: version - 1 });
}

/** Simulates a crash at the nth change of a ride from now on. */
function dieAtChange(nth: number) {
  const real = RideModel.findOneAndUpdate.bind(RideModel);
  const step = vi.spyOn(RideModel, 'findOneAndUpdate');
  for (let call = 1; call < nth; call += 1) step.mockImplementationOnce(real);
  step.mockImplementationOnce(() => {
    throw new Error('killed');
  });
  return step;
}

/** The steps of settling an order at which a crash is simulated. */
const SETTLING = {
  'before the first ride is settled': 1,
  'before the way back is': 2,
};

test.each(Object.entries(SETTLING))('killed %s, the next step finishes both', async (_name, nth) => {
  const { booked, there, back } = await bookReturn();
  await pay(booked);
  const step = dieAtChange(nth);
  await expect(confirmPayment(there)).rejects.toThrow('killed');
  step.mockRestore();
  expect(await statusesOf(there, back)).toEqual(nth === 1 ? ['pending', 'pending'] : ['paid', 'pending']);
  await makeOverdue(there, back);

  // Runs only the return ride's job, as reconciliation enqueues it.
  await expireUnpaidRide(back);

  expect(await statusesOf(there, back)).toEqual(['paid', 'paid']);
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);
});

test('while only the first ride is settled, the way back is neither paid again nor given up', async () => {
  const { rider, booked, there, back } = await bookReturn();
  await pay(booked);
  await confirmPayment(there);
  // Simulates a crash between settling the two rides.
  await takeLastChangeBack(back, { paymentStatus: 'pending', paymentIntentId: null, payment: null });

  const again = await as(rider).post(`/api/rides/${back}/checkout`);
  expect(again.body).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' });
  const actor = { role: 'rider', id: rider.id, name: 'Robin Rider', address: null } as const;
  const cancelling = cancelByRider({ rideId: back, expectedFeeCents: 0, reason: '', actor });
  await expect(cancelling).rejects.toMatchObject({ code: 'RIDE_CHANGED' });
  expect(await statusesOf(there, back)).toEqual(['paid', 'paid']);
});

test('not paying in time expires both, also where the process dies in between', async () => {
  const card = await buildGiftCard(10_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  await makeOverdue(there, back);
  const step = dieAtChange(2);
  await expect(expireUnpaidRide(there)).rejects.toThrow('killed');
  step.mockRestore();
  expect(await statusesOf(there, back)).toEqual(['expired', 'pending']);

  await expireUnpaidRide(back);

  expect(await statusesOf(there, back)).toEqual(['expired', 'expired']);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  await expect(pay(booked)).rejects.toThrow('status of canceled');
});

test.each(['there', 'back'] as const)('giving up the ride %s before paying gives up both', async (leg) => {
  const card = await buildGiftCard(10_000);
  const { rider, booked, ...ids } = await bookReturn({ giftCardId: card.pass });

  const reply = await as(rider).post(`/api/rides/${ids[leg]}/cancel`, { expectedFeeCents: 0 });

  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ id: ids[leg], status: 'cancelled', paymentStatus: 'expired' });
  expect(await statusesOf(ids.there, ids.back)).toEqual(['expired', 'expired']);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  await expect(pay(booked)).rejects.toThrow('status of canceled');
});

test('with nothing to pay, confirming either books both', async () => {
  const card = await buildGiftCard(20_000);
  const { rider, there, back } = await bookReturn({ giftCardId: card.pass });

  const reply = await as(rider).post(`/api/rides/${back}/confirm`);

  expect(reply.body).toMatchObject({ id: back, paymentStatus: 'waived' });
  expect(await statusesOf(there, back)).toEqual(['waived', 'waived']);
  expect(await auditRides()).toEqual([]);
});

test('where the gift card covers the first ride, the card pays for the way back alone', async () => {
  const card = await buildGiftCard(8_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  await pay(booked);
  await confirmPayment(there);

  expect(await statusesOf(there, back)).toEqual(['waived', 'paid']);
  expect((await findRide(there)).payment).toBeNull();
  expect((await findRide(back)).payment).toMatchObject({ last4: '4242' });
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);
});

async function settle(booked: RequestedRide): Promise<string> {
  const id = await pay(booked);
  expect(await confirmPayment(booked.ride.id)).toBe('settled');
  return id;
}

test('each ride is cancelled by itself, and gets its own share of the payment back', async () => {
  const { rider, booked, there, back } = await bookReturn();
  const paymentIntentId = await settle(booked);

  const first = await as(rider).post(`/api/rides/${there}/cancel`, { expectedFeeCents: 0 });
  expect(first.body).toMatchObject({ status: 'cancelled' });
  await payBack(there);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_357]);
  expect(await findRide(back)).toMatchObject({ status: 'requested', paymentStatus: 'paid' });
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);

  await as(rider).post(`/api/rides/${back}/cancel`, { expectedFeeCents: 0 });
  await payBack(back);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_357, 8_725]);
  expect(await statusesOf(there, back)).toEqual(['refunded', 'refunded']);
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);
});

test('a refund that fails later is that ride’s, whichever ride the payment is named after', async () => {
  const { rider, booked, there, back } = await bookReturn();
  await settle(booked);
  await as(rider).post(`/api/rides/${back}/cancel`, { expectedFeeCents: 0 });
  const { refunds } = await payBack(back);
  const refundId = refunds[0]?.refundId ?? '';
  const found = await stripe.refunds.retrieve(refundId, { expand: ['payment_intent'] });
  const failed = { ...found, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  vi.spyOn(stripe.refunds, 'retrieve').mockResolvedValueOnce(failed as typeof found);

  await syncRefund(refundId, PAYABLES);
  vi.mocked(logger.error).mockClear();

  expect((await findRide(back)).refunds).toMatchObject([{ failure: 'expired_or_canceled_card' }]);
  expect((await findRide(there)).history.map(({ change }) => change)).toEqual(['requested', 'paid']);
});

test('what is paid although a hold had expired goes back, each ride its share', async () => {
  const card = await buildGiftCard(3_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  const paymentIntentId = await pay(booked);
  // Releases the gift card hold that the first ride relies on.
  await releaseGiftCard({ giftCardId: card.id, rideId: there });

  expect(await confirmPayment(back)).toBe('refunding');
  for (const id of [there, back]) await payBack(id);

  expect((await refundsAtStripe(paymentIntentId)).toSorted()).toEqual([4_357, 8_725]);
  expect(await statusesOf(there, back)).toEqual(['refunded', 'refunded']);
  expect((await soundCard(card.id)).balanceCents).toBe(3_000);
  expect(await auditOrder(booked.clientSecret, there, back)).toEqual([]);
});

test('a payment that is not the one expected flags both; cancelled, all of it goes back', async () => {
  const { booked, there, back } = await bookReturn();
  const paymentIntentId = await pay(booked);
  await RideModel.updateOne({ _id: there }, { 'order.dueCents': 16_083 });

  expect(await confirmPayment(there)).toBe('flagged');
  vi.mocked(logger.error).mockClear();
  expect(await statusesOf(there, back)).toEqual(['flagged', 'flagged']);

  const { version } = await findRide(back);
  const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
  const actor = { role: 'admin', id: newId(), name: 'Ada Admin', address: null } as const;
  await cancelByStaff({ rideId: back, version, by: 'operations', expected, reason: 'x', actor });
  for (const id of [there, back]) await payBack(id);
  expect((await refundsAtStripe(paymentIntentId)).toSorted()).toEqual([7_357, 8_725]);
  expect(await statusesOf(there, back)).toEqual(['refunded', 'refunded']);
});

test('a flagged order whose process died in between is finished by reconciliation', async () => {
  const { booked, there, back } = await bookReturn();
  await settle(booked);
  await takeLastChangeBack(back, { paymentStatus: 'flagged' });

  await reconcileRides();

  expect(await statusesOf(there, back)).toEqual(['paid', 'paid']);
});

test('the audit tells of an order of which one ride is paid and the other is not', async () => {
  const { booked, there, back } = await bookReturn();
  await settle(booked);
  await takeLastChangeBack(back, { paymentStatus: 'expired', status: 'cancelled' });

  const texts = await auditOrder(booked.clientSecret, there, back);
  expect(texts).toContain(`ride ${there} is paid for, but ride ${back} that was ordered with it is not`);
  expect(texts).toContain(`ride ${there} was paid $73.57 by card, but Stripe received $160.82`);
});

test('the share of a ride that was paid too late is refunded once, however often it is asked for', async () => {
  const { booked, there, back } = await bookReturn();
  const paymentIntentId = await pay(booked);
  await RideModel.updateMany(
    { _id: { $in: [there, back] } },
    { status: 'cancelled', paymentStatus: 'expired' },
  );

  expect(await confirmPayment(there)).toBe('refunding');
  await Promise.allSettled([refundRide(there, 'paid-too-late'), refundRide(there, 'paid-too-late')]);
  expect(await confirmPayment(back)).toBe('refunding');
  for (const id of [back, there]) await payBack(id);
  expect(await confirmPayment(there)).toBe('refunding');

  expect((await refundsAtStripe(paymentIntentId)).toSorted()).toEqual([7_357, 8_725]);
  expect((await findRide(there)).refundOwed).toBeNull();
});

test('what of a late payment cannot be given back yet stays owed since the same instant, and is not published again', async () => {
  const { booked, there, back } = await bookReturn();
  await pay(booked);
  await RideModel.updateMany(
    { _id: { $in: [there, back] } },
    { status: 'cancelled', paymentStatus: 'expired' },
  );
  await confirmPayment(there);
  const since = new Date(Date.now() - 60_000);
  await RideModel.updateMany(
    { _id: { $in: [there, back] } },
    { $set: { 'refundOwed.since': since }, $unset: { unpublishedSince: 1 } },
  );
  vi.spyOn(stripe.refunds, 'create').mockRejectedValueOnce(new Error('Stripe is away'));

  await expect(refundRide(back, 'paid-too-late')).rejects.toThrow('Stripe is away');
  expect(await confirmPayment(there)).toBe('refunding');

  for (const id of [there, back]) {
    const stored = await RideModel.findById(id).lean<RideDoc>().orFail();
    expect(stored).toMatchObject({ refundOwed: { reason: 'paid-too-late', since } });
    expect(stored).not.toHaveProperty('unpublishedSince');
  }
});
