import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { releaseGiftCard } from '../../gift-cards/ledger.ts';
import { logger } from '../../infra/logger.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { pay } from '../../testing/build-ride.ts';
import { dieAtChange } from '../../testing/die-at-change.ts';
import { payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { bookReturn, findOrderDifferences, settleOrder, statusesOf } from '../../testing/return-trip.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const makeOverdue = (...ids: string[]) =>
  RideModel.updateMany({ _id: { $in: ids } }, { payBy: new Date(Date.now() - 60_000) });

/** Removes the last change of a ride, as if it had never happened. */
async function takeLastChangeBack(id: string, patch: Partial<RideDoc>): Promise<void> {
  const { history, version } = await RideModel.findById(id).lean<RideDoc>().orFail();
  await RideModel.updateOne({ _id: id }, { ...patch, history: history.slice(0, -1), version: version - 1 });
}

/** The steps of settling an order at which a crash is simulated. */
const SETTLING = {
  'before the first ride is settled': 1,
  'before the return ride is settled': 2,
};

test.each(Object.entries(SETTLING))(
  'if settling a return trip crashes %s, the next job settles both rides',
  async (_name, nth) => {
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
    expect(await findOrderDifferences(booked.clientSecret, there, back)).toEqual([]);
  },
);

const makeOld = (...ids: string[]) =>
  RideModel.updateMany({ _id: { $in: ids } }, { createdAt: new Date(Date.now() - MINUTE_MS) });

test('reconciliation settles a return ride soon after a crash that left only its first ride settled', async () => {
  const { booked, there, back } = await bookReturn();
  await pay(booked);
  const step = dieAtChange(2);
  await expect(confirmPayment(there)).rejects.toThrow('killed');
  step.mockRestore();
  await makeOld(there, back);

  await reconcileRides();

  expect(await statusesOf(there, back)).toEqual(['paid', 'paid']);
});

test('reconciliation cancels a return ride soon after a crash that left only its first ride cancelled', async () => {
  const { rider, there, back } = await bookReturn();
  const actor = { role: 'rider', id: rider.id, name: 'Robin Rider', address: null } as const;
  const step = dieAtChange(2);
  const cancelling = cancelByRider({ rideId: there, expectedFeeCents: 0, reason: '', actor });
  await expect(cancelling).rejects.toThrow('killed');
  step.mockRestore();
  await makeOld(there, back);

  await reconcileRides();

  expect(await statusesOf(there, back)).toEqual(['expired', 'expired']);
});

test('both rides of an unpaid return trip that staff cancel are mailed, also after a crash between the two', async () => {
  const { there, back } = await bookReturn();
  const actor = { role: 'dispatcher', id: 'f'.repeat(24), name: 'Dana Dispatcher', address: null } as const;
  const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
  const { version } = await findRide(there);
  const step = dieAtChange(2);
  const cancelling = cancelByStaff({ rideId: there, version, by: 'operations', expected, reason: '', actor });
  await expect(cancelling).rejects.toThrow('killed');
  step.mockRestore();
  await makeOld(there, back);

  await reconcileRides();

  const isTold = { template: 'ride-cancelled', aboutId: { $in: [there, back] } } as const;
  expect(await MailModel.countDocuments(isTold)).toBe(2);
});

test('one return ride that cannot follow its first ride does not keep others from it', async () => {
  const [stuck, other] = [await bookReturn(), await bookReturn()];
  for (const { booked, there, back } of [stuck, other]) {
    await settleOrder(booked);
    await takeLastChangeBack(back, { paymentStatus: 'flagged' });
    await makeOld(there, back);
  }
  const { paymentIntentId } = await findRide(stuck.there);
  await RideModel.updateOne({ _id: stuck.there }, { paymentIntentId: 'pi_unknown' });

  await expect(reconcileRides()).rejects.toThrow('No such payment_intent');

  expect(await statusesOf(stuck.back, other.back)).toEqual(['flagged', 'paid']);
  await RideModel.updateOne({ _id: stuck.there }, { paymentIntentId });
  await reconcileRides();
  expect(await statusesOf(stuck.back)).toEqual(['paid']);
});

test('a payment is owed back by the change that cancels its rides for a lost discount', async () => {
  const card = await buildGiftCard(3_000);
  const { booked, there, back } = await bookReturn({ giftCardId: card.pass });
  const paymentIntentId = await pay(booked);
  await releaseGiftCard({ giftCardId: card.id, rideId: there });
  vi.spyOn(logger, 'warn').mockReturnValue();
  const step = dieAtChange(2);
  await expect(confirmPayment(there)).rejects.toThrow('killed');
  step.mockRestore();
  await makeOld(there, back);

  await reconcileRides();

  for (const id of [there, back]) await payBack(id);
  expect((await refundsAtStripe(paymentIntentId)).toSorted()).toEqual([4_357, 8_725]);
  expect(await statusesOf(there, back)).toEqual(['refunded', 'refunded']);
});

test('while only the first ride is settled, the return ride can neither be paid again nor cancelled', async () => {
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

test('an unpaid return trip expires with both rides, even if the process dies in between', async () => {
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

test('reconciliation settles a return trip of which one ride is paid and the other is still flagged', async () => {
  const { booked, there, back } = await bookReturn();
  await settleOrder(booked);
  await takeLastChangeBack(back, { paymentStatus: 'flagged' });
  await makeOld(there, back);

  await reconcileRides();

  expect(await statusesOf(there, back)).toEqual(['paid', 'paid']);
});

test('the money check reports a return trip of which only one ride is paid', async () => {
  const { booked, there, back } = await bookReturn();
  await settleOrder(booked);
  await takeLastChangeBack(back, { paymentStatus: 'expired', status: 'cancelled' });

  const texts = await findOrderDifferences(booked.clientSecret, there, back);
  expect(texts).toContain(`ride ${there} is paid for, but ride ${back} that was ordered with it is not`);
  expect(texts).toContain(`ride ${there} was paid $73.57 by card, but Stripe received $160.82`);
});
