import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { releaseGiftCard } from '../../gift-cards/ledger.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { PAYABLES } from '../../payables.ts';
import { syncRefund } from '../../payments/stripe-refunds.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { pay } from '../../testing/build-ride.ts';
import { newId } from '../../testing/new-id.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { bookReturn, findOrderDifferences, settleOrder, statusesOf } from '../../testing/return-trip.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { describeRider } from '../payment/ride-payer.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

test('the description of a ride in payment alerts names the other ride of its return trip', async () => {
  const { there, back } = await bookReturn();

  const { rows } = await describeRider(there);

  expect(rows).toContainEqual(['Ride', rideReference(there)]);
  const together = rows.find(([label]) => label === 'Paid together with');
  expect(together?.[1]).toContain(`(${rideReference(back)})`);
  expect((await describeRider(back)).rows.find(([label]) => label === 'Paid together with')?.[1]).toContain(
    `(${rideReference(there)})`,
  );
});

test('one payment settles both rides of a return trip once, whichever ride is confirmed', async () => {
  const { rider, booked, there, back } = await bookReturn();
  const paymentIntentId = await pay(booked);

  expect(await confirmPayment(back)).toBe('settled');
  for (const id of [there, back]) {
    const body = { paymentIntentId, riderId: rider.id };
    const reply = await as(rider).post(`/api/rides/${id}/payment-success`, body);
    expect(reply).toMatchObject({ status: 200, body: { ride: { id, paymentStatus: 'paid' } } });
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
  expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);
});

test('both rides of a return trip keep when they were paid at Stripe, however late that is recorded', async () => {
  const { booked, there, back } = await bookReturn();
  const paymentIntentId = await pay(booked);
  const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntentId);
  const { created } = await stripe.charges.retrieve(String(latest_charge));
  const paidAt = new Date(created * 1_000).toISOString();
  const recordedAt = Date.now() + 50 * MINUTE_MS;
  travelTo(recordedAt);

  expect(await confirmPayment(there)).toBe('settled');

  for (const ride of [await findRide(there), await findRide(back)]) {
    expect(ride.paidAt).toBe(paidAt);
    expect(Date.parse(ride.history.at(-1)?.at ?? '')).toBeGreaterThanOrEqual(recordedAt);
  }
});

test.each(['there', 'back'] as const)(
  'cancelling the ride %s before paying cancels both rides of a return trip',
  async (leg) => {
    const card = await buildGiftCard(10_000);
    const { rider, booked, ...ids } = await bookReturn({ giftCardId: card.pass });

    const reply = await as(rider).post(`/api/rides/${ids[leg]}/cancel`, { expectedFeeCents: 0 });

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: ids[leg], status: 'cancelled', paymentStatus: 'expired' });
    expect(await statusesOf(ids.there, ids.back)).toEqual(['expired', 'expired']);
    expect((await soundCard(card.id)).balanceCents).toBe(10_000);
    await expect(pay(booked)).rejects.toThrow('status of canceled');
  },
);

test.each(['there', 'back'] as const)(
  'confirming the ride %s of a return trip with nothing to pay books both rides',
  async (leg) => {
    const card = await buildGiftCard(20_000);
    const { rider, booked: _, ...ids } = await bookReturn({ giftCardId: card.pass });

    const reply = await as(rider).post(`/api/rides/${ids[leg]}/confirm`);

    expect(reply.body).toMatchObject({ id: ids[leg], paymentStatus: 'waived' });
    expect(await statusesOf(ids.there, ids.back)).toEqual(['waived', 'waived']);
    expect(await findRideDifferences()).toEqual([]);
  },
);

test('if a gift card covers the first ride, the bank card payment is for the return ride alone', async () => {
  const card = await buildGiftCard(8_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  await pay(booked);
  await confirmPayment(there);

  expect(await statusesOf(there, back)).toEqual(['waived', 'paid']);
  expect((await findRide(there)).payment).toBeNull();
  expect((await findRide(back)).payment).toMatchObject({ last4: '4242' });
  expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);
});

test('each ride of a return trip is cancelled separately, and its own share of the payment is refunded', async () => {
  const { rider, booked, there, back } = await bookReturn();
  const paymentIntentId = await settleOrder(booked);

  const first = await as(rider).post(`/api/rides/${there}/cancel`, { expectedFeeCents: 0 });
  expect(first.body).toMatchObject({ status: 'cancelled' });
  await payBack(there);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_357]);
  expect(await findRide(back)).toMatchObject({ status: 'requested', paymentStatus: 'paid' });
  expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);

  await as(rider).post(`/api/rides/${back}/cancel`, { expectedFeeCents: 0 });
  await payBack(back);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_357, 8_725]);
  expect(await statusesOf(there, back)).toEqual(['refunded', 'refunded']);
  expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);
});

test('a failed refund is recorded on the ride it was for, even if the payment is named after the other ride', async () => {
  const { rider, booked, there, back } = await bookReturn();
  await settleOrder(booked);
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

test('a return trip paid after its gift card hold was released is refunded, each ride with its share', async () => {
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
  expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);
});

test('a mismatched payment flags both rides of a return trip, and is refunded in full once they are cancelled', async () => {
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

test('each ride’s share of a late payment is refunded once, however often its refund is requested', async () => {
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

test('a first ride without a share of a late payment is recorded as refunded once, with a new version', async () => {
  const card = await buildGiftCard(8_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  await pay(booked);
  await cancelUnpaidRide(there);
  await cancelUnpaidRide(back);

  expect(await confirmPayment(there)).toBe('refunding');
  const owed = await findRide(there);
  await refundRide(there, 'paid-too-late');

  const refunded = await findRide(there);
  expect(refunded).toMatchObject({ refundOwed: null, paymentStatus: 'refunded' });
  expect(refunded.refunds).toMatchObject([{ reason: 'paid-too-late', amountCents: 0, giftCardCents: 0 }]);
  expect(refunded.version).toBeGreaterThan(owed.version);
  expect(await confirmPayment(there)).toBe('refunding');
  expect((await findRide(there)).version).toBe(refunded.version);
});

test('a late payment that cannot be refunded yet stays owed since the same time, and is not published again', async () => {
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
