import mongoose from 'mongoose';
import Stripe from 'stripe';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RefundReason } from '#common/jobs.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { findGiftCardDifferences } from '../../gift-cards/find-gift-card-differences.ts';
import { logger } from '../../infra/logger.ts';
import { jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { PromoModel, RedemptionModel } from '../../promos/promo-model.ts';
import { buildGiftCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRide, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { findRideDifferences, refundsAtStripe } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { balanceOf, bookWithCard } from '../../testing/spend-gift-card.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { confirmBooking } from '../booking/confirm-booking.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { RideModel } from '../ride-model.ts';
import { findRide, isRideSettled } from '../ride-queries.ts';
import { expireUnpaidRide } from './expire-unpaid-ride.ts';
import { reconcileRides } from './reconcile-rides.ts';

setUpTestApp();
beforeAll(() => startWorker());

const REASON: RefundReason = 'completed-for-less';
const LONG_AGO = new Date(Date.now() - 31_000);

test('reconciliation expires an unpaid ride whose expiry job was lost', async () => {
  const { ride } = await bookRide(await buildRider());
  await jobQueue().drain(true);
  await RideModel.updateOne({ _id: ride.id }, { payBy: LONG_AGO });
  const recorded = await recordRideMessages();

  await reconcileRides();

  expect(await recorded.next(ride.id, 'cancelled')).toMatchObject({ paymentStatus: 'expired' });
});

test('reconciliation settles a paid ride whose webhook and confirmation job were lost', async () => {
  const booked = await bookRide(await buildRider());
  await pay(booked);
  await jobQueue().drain(true);
  await RideModel.updateOne({ _id: booked.ride.id }, { createdAt: LONG_AGO });
  const recorded = await recordRideMessages();

  await reconcileRides();

  expect(await recorded.next(booked.ride.id, 'paid')).toMatchObject({ paymentStatus: 'paid' });
});

test('reconciliation expires and refunds an unaccepted ride whose job was lost with the whole queue', async () => {
  const paymentIntentId = await pay(await bookRide(await buildRider()));
  const ride = await buildRide({ scheduledAt: new Date(Date.now() - 31 * 60_000), paymentIntentId });
  await jobQueue().drain(true);
  const recorded = await recordRideMessages();

  await reconcileRides();

  expect(await recorded.next(ride.id, 'cancelled')).toMatchObject({ paymentStatus: 'paid' });
  expect(await recorded.next(ride.id, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
});

test('reconciliation makes a refund whose job was lost, whatever its reason', async () => {
  const [forLess, late, inVain] = await Promise.all(
    [1, 2, 3].map(async () => pay(await bookRide(await buildRider()))),
  );
  const completed = await buildRide({
    status: 'completed',
    actualFareCents: 20_000,
    paymentIntentId: forLess,
    refundOwed: { reason: 'completed-for-less', since: LONG_AGO },
  });
  const calledOff = await buildRide({
    status: 'cancelled',
    paymentIntentId: late,
    refundOwed: { reason: 'paid-too-late', since: LONG_AGO },
  });
  const notAccepted = await buildRide({
    status: 'cancelled',
    paymentStatus: 'paid',
    paymentIntentId: inVain,
    refundOwed: { reason: 'not-accepted', since: LONG_AGO },
  });
  const recorded = await recordRideMessages();

  await reconcileRides();

  await recorded.next(completed.id, 'refunded');
  expect(await recorded.next(calledOff.id, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
  expect(await recorded.next(notAccepted.id, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
  const amounts = await Promise.all(
    [forLess, late, inVain].map(async (payment_intent) => {
      const { data } = await stripe.refunds.list({ payment_intent });
      return data.map(({ amount }) => amount);
    }),
  );
  expect(amounts).toEqual([[3_358], [23_358], [23_358]]);
  for (const { id } of [completed, calledOff, notAccepted]) {
    expect(await RideModel.findById(id).lean()).toMatchObject({ refundOwed: null });
  }
});

test('reconciliation does not enqueue jobs for rides that became due only seconds ago', async () => {
  const justNow = new Date(Date.now() - 5_000);
  const halfAnHourAgo = new Date(justNow.getTime() - 30 * 60_000);
  const rides = await Promise.all([
    buildRide({ paymentStatus: 'pending', payBy: justNow }),
    buildRide({ scheduledAt: halfAnHourAgo }),
    buildRide({ status: 'completed', refundOwed: { reason: 'completed-for-less', since: justNow } }),
  ]);

  await reconcileRides();

  const jobs = await jobQueue().getJobs();
  const enqueued = jobs.map((job) => job.data.rideId);
  for (const { id } of rides) expect(enqueued).not.toContain(id);
});

test('every query of the reconciliation for rides is served by an index', async () => {
  const filters: object[] = [];
  mongoose.set('debug', (collection, method, filter) => {
    if (collection === 'rides' && method === 'find') filters.push(filter);
  });
  onTestFinished(() => {
    mongoose.set('debug', false);
  });

  await reconcileRides();

  // MongoDB uses a partial index only if the filter names its field by the whole path, not by `$elemMatch`.
  const indexed = RideModel.schema
    .indexes()
    .map(([keys, { partialFilterExpression = {} }]) => [
      ...Object.keys(keys).slice(0, 1),
      ...Object.keys(partialFilterExpression),
    ]);
  const hasIndex = (filter: object) =>
    [['_id'], ...indexed].some((fields) => fields.every((field) => Object.hasOwn(filter, field)));
  expect(filters.length).toBeGreaterThan(5);
  expect(filters.filter((filter) => !hasIndex(filter))).toEqual([]);
});

test('reconciling again does not enqueue a job that is still waiting', async () => {
  const { ride } = await bookRide(await buildRider());
  await RideModel.updateOne({ _id: ride.id }, { payBy: LONG_AGO });
  const owing = await buildRide({
    status: 'completed',
    actualFareCents: 20_000,
    refundOwed: { reason: 'completed-for-less', since: LONG_AGO },
  });
  await jobQueue().pause();
  onTestFinished(() => jobQueue().resume());

  await reconcileRides();
  await reconcileRides();

  const waiting = await jobQueue().getJobs(['waiting']);
  const jobsFor = (rideId: string) => waiting.filter((job) => job.data.rideId === rideId);
  expect([ride.id, owing.id].map((id) => jobsFor(id).length)).toEqual([1, 1]);
});

test.each([
  ['unpaid', 'expire-unpaid-ride', (at: Date) => ({ paymentStatus: 'pending' as const, payBy: at })],
  ['unaccepted', 'expire-unaccepted-ride', (at: Date) => ({ scheduledAt: at })],
  [
    'refund',
    'refund-ride',
    (since: Date) => ({ status: 'completed' as const, refundOwed: { reason: REASON, since } }),
  ],
])(
  'two hundred stuck rides do not keep a more recent one from being reconciled (overdue %s)',
  async (_what, job, overdueSince) => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const { id } = await buildRide(overdueSince(daysAgo(2)));
    const { _id, ...stuck } = await RideModel.findById(id).lean().orFail();
    const copies = Array.from({ length: 200 }, () => ({ ...stuck, ...overdueSince(daysAgo(3)) }));
    await jobQueue().pause();
    onTestFinished(async () => {
      await RideModel.deleteMany({});
      await jobQueue().drain(true);
      await jobQueue().resume();
    });
    await RideModel.insertMany(copies);

    await reconcileRides();

    const waiting = await jobQueue().getJobs(['waiting']);
    expect(waiting.filter(({ name, data }) => name === job && data.rideId === id)).toHaveLength(1);
  },
);

const ADMIN: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };

/** Simulates a payment that the bank is still processing, which Stripe does not cancel. */
function letBankDecide() {
  const message = 'You cannot cancel this PaymentIntent because it has a status of processing.';
  const refusal = new Stripe.errors.StripeInvalidRequestError({ message, type: 'invalid_request_error' });
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents);
  const cancelling = vi.spyOn(stripe.paymentIntents, 'cancel').mockRejectedValue(refusal);
  const reading = vi
    .spyOn(stripe.paymentIntents, 'retrieve')
    .mockImplementation(async (id) => ({ ...(await retrieve(id)), status: 'processing' }));
  return () => {
    cancelling.mockRestore();
    reading.mockRestore();
  };
}

/** A ride that staff cancelled while the bank was processing its payment, long enough ago to reconcile. */
async function cancelUndecided() {
  const booked = await bookRide(await buildRider());
  const { id: rideId, version } = await findRide(booked.ride.id);
  const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
  const decide = letBankDecide();
  await cancelByStaff({ rideId, version, by: 'operations', expected, reason: 'Closed', actor: ADMIN });
  expect(await findRide(rideId)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(await isUndecided(rideId)).toBe(true);
  await RideModel.updateOne({ _id: rideId }, { undecidedPaymentSince: LONG_AGO });
  return { booked, rideId, decide };
}

test('reconciliation refunds a payment that the bank approved after staff had cancelled the ride, without a webhook', async () => {
  const { booked, rideId, decide } = await cancelUndecided();
  decide();
  const paymentIntentId = await pay(booked);
  const recorded = await recordRideMessages();

  await reconcileRides();

  expect(await recorded.next(rideId, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([23_358]);
  expect(await findRideDifferences()).toEqual([]);
  await expireUnpaidRide(rideId);
  expect(await isUndecided(rideId)).toBe(false);
});

test('reconciliation refunds a mismatched payment that the bank approved after staff had cancelled the ride', async () => {
  const { booked, rideId, decide } = await cancelUndecided();
  decide();
  await stripe.paymentIntents.update(paymentIntentOf(booked.clientSecret), { amount: 10_000 });
  const paymentIntentId = await pay(booked);
  const recorded = await recordRideMessages();

  await reconcileRides();

  expect(await recorded.next(rideId, 'refunded')).toMatchObject({ paymentStatus: 'refunded' });
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['payment does not match ride']);
  vi.mocked(logger.error).mockClear();
  expect(await refundsAtStripe(paymentIntentId)).toEqual([10_000]);
  await expireUnpaidRide(rideId);
  expect(await isUndecided(rideId)).toBe(false);
});

test('a payment that the bank declines after staff cancelled the ride is cancelled and no longer checked', async () => {
  const { booked, rideId, decide } = await cancelUndecided();
  await expireUnpaidRide(rideId);
  expect(await isUndecided(rideId)).toBe(true);
  decide();

  await expireUnpaidRide(rideId);

  await expect(pay(booked)).rejects.toThrow('status of canceled');
  expect(await isUndecided(rideId)).toBe(false);
});

test('reconciliation gives back holds that a confirmation captured after the ride’s expiry had crashed', async () => {
  const [card, promo] = [await buildGiftCard(50_000), await buildPromo({ totalCap: 1 })];
  const { ride: booked } = await bookWithCard(card, { promoCodeId: promo.id });
  const asRead = await findRide(booked.id);
  await RideModel.updateOne({ _id: booked.id }, { payBy: LONG_AGO });
  vi.spyOn(RedemptionModel, 'findOneAndDelete').mockImplementationOnce(() => {
    throw new Error('the database is away');
  });
  await expect(expireUnpaidRide(booked.id)).rejects.toThrow('the database is away');
  await expect(confirmBooking(asRead, ADMIN)).rejects.toThrow('no longer held');
  expect(await balanceOf(card)).toBeLessThan(50_000);
  expect(await findRideDifferences()).toMatchObject([
    { text: `ride ${booked.id} came to nothing, but keeps its use of a promo` },
  ]);
  const kept = `to ride ${booked.id}, which is not paid`;
  expect(JSON.stringify(await findGiftCardDifferences({ isRideSettled }))).toContain(kept);
  travelTo(Date.now() + 31_000);

  await reconcileRides();

  expect(await balanceOf(card)).toBe(50_000);
  expect(JSON.stringify(await findGiftCardDifferences({ isRideSettled }))).not.toContain(kept);
  expect(await PromoModel.findById(promo.id)).toMatchObject({ uses: 0, holds: [] });
  expect(await findRideDifferences()).toEqual([]);
  expect(await RideModel.countDocuments({ releaseOwedSince: { $exists: true } })).toBe(0);
});

const isUndecided = async (rideId: string) =>
  (await RideModel.exists({ _id: rideId, undecidedPaymentSince: { $exists: true } })) !== null;
