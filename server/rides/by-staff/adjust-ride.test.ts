import '../../testing/own-simulator.ts';
import { expect, test, vi } from 'vitest';
import { AlertModel } from '../../alerts/alert-model.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { logger } from '../../infra/logger.ts';
import { jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { ownSimulator } from '../../testing/own-simulator.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { adjustRide } from './adjust-ride.ts';

setUpTestApp();

const FARE_CENTS = 23_358;

interface Adjusting {
  kind?: 'refund' | 'charge';
  amountCents: number;
  reason?: string;
  key?: string;
  version?: number;
}

async function adjust(staff: UserRecord, ride: Pick<RideRecord, 'id'>, { key, ...body }: Adjusting) {
  const { version } = await findRide(ride.id);
  const sent = { version, kind: 'refund', reason: 'Late pickup', ...body };
  return as(staff).post(`/api/ops/rides/${ride.id}/adjust`, sent, key ? { 'idempotency-key': key } : {});
}

async function complete(ride: RideRecord, actualCents: number): Promise<RideRecord> {
  const driver = await buildDriver();
  await acceptRide(ride.id, driver.id);
  await RideModel.updateOne({ _id: ride.id }, { scheduledAt: new Date() });
  return completeRide(await reachMilestone(await findRide(ride.id), 'in_progress'), actualCents);
}

test('staff refunds before and after the ride never exceed what was paid and go to the bank card first', async () => {
  const [admin, card] = [await buildAdmin(), await buildGiftCard(10_000)];
  const ride = await bookPaidRide(await buildRider(), { giftCardId: card.pass });
  const byCard = FARE_CENTS - 10_000;

  const first = staffRideIn(await adjust(admin, ride, { amountCents: 1_000 }));
  expect(first).toMatchObject({
    refundableCents: FARE_CENTS - 1_000,
    adjustments: [{ toCardCents: 1_000, toGiftCardCents: 0, reason: 'Late pickup', by: 'Ada Admin' }],
  });
  await payBack(ride.id);
  // $33.58 less than was paid; the staff refund comes on top.
  await complete(ride, 20_000);
  await payBack(ride.id);
  const left = FARE_CENTS - 1_000 - 3_358;
  const tooMuch = await adjust(admin, ride, { amountCents: left + 1 });
  expect(tooMuch).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('At most $190.00') },
  });
  staffRideIn(await adjust(admin, ride, { amountCents: left }));
  const after = await payBack(ride.id);

  expect(after).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  expect(
    after.refunds.map(({ reason, amountCents, giftCardCents }) => [reason, amountCents, giftCardCents]),
  ).toEqual([
    ['adjustment', 1_000, 0],
    ['completed-for-less', 3_358, 0],
    ['adjustment', byCard - 4_358, 10_000],
  ]);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([1_000, 3_358, byCard - 4_358]);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  const nothing = await adjust(admin, ride, { amountCents: 1 });
  expect(nothing).toMatchObject({ status: 400, body: { message: 'Nothing is left to refund.' } });
  expect(await AuditModel.countDocuments({ action: 'ride refunded', 'subject.id': ride.id })).toBe(2);
  expect(await findRideDifferences()).toEqual([]);
});

test('repeated or concurrent staff refunds with one key refund once; the key is refused for another amount', async () => {
  const admin = await buildAdmin();
  const ride = await bookPaidRide(await buildRider());
  const { version } = ride;
  const press = () => adjust(admin, ride, { amountCents: 2_000, key: 'pressed-twice', version });

  const replies = await Promise.all([press(), press(), press()]);
  replies.push(await press());

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const other = await adjust(admin, ride, { amountCents: 2_001, key: 'pressed-twice' });
  expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  await Promise.allSettled([payBack(ride.id), payBack(ride.id)]);
  await payBack(ride.id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([2_000]);
});

test('of concurrent staff refunds based on the same version, only one is written', async () => {
  const { id: rideId, version } = await bookPaidRide(await buildRider());
  const refund = async (index: number) =>
    adjustRide({
      ...{
        rideId,
        version,
        kind: 'refund',
        amountCents: 20_000,
        reason: 'Late pickup',
        idempotencyKey: null,
      },
      actor: { role: 'admin', id: newId(), name: `Admin ${index}`, address: null },
    });

  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, index) => refund(index)));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await findRide(rideId)).adjustments).toHaveLength(1);
});

test('when two admins refund at the same time, one succeeds and the other gets a conflict that names who did', async () => {
  const [one, other] = [await buildAdmin({ name: 'Ann One' }), await buildAdmin({ name: 'Ben Other' })];
  const ride = await bookPaidRide(await buildRider());
  const { version } = ride;

  const replies = await Promise.all(
    [one, other].map((staff) => adjust(staff, ride, { amountCents: 20_000, version })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'RIDE_CHANGED',
    message: expect.stringMatching(/Money changed by (Ann One|Ben Other)/),
  });
  expect((await findRide(ride.id)).adjustments).toHaveLength(1);
});

test('a dispatcher can refund $100 and charge $100 per ride in total; an admin can refund and charge more', async () => {
  const [dispatcher, admin] = [await buildDispatcher(), await buildAdmin()];
  const ride = await bookPaidRide(await buildRider());

  staffRideIn(await adjust(dispatcher, ride, { amountCents: 6_000 }));
  const refused = await adjust(dispatcher, ride, { amountCents: 4_001 });
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'FORBIDDEN',
      message:
        'Dispatchers can refund up to $100 a ride by hand, and $60.00 of that is used. Please ask an admin.',
    },
  });
  staffRideIn(await adjust(dispatcher, ride, { amountCents: 4_000 }));
  staffRideIn(await adjust(admin, ride, { amountCents: 4_001 }));
  expect(await adjust(dispatcher, ride, { kind: 'charge', amountCents: 10_001 })).toMatchObject({
    status: 403,
  });
  staffRideIn(await adjust(dispatcher, ride, { kind: 'charge', amountCents: 6_000 }));
  expect(await adjust(dispatcher, ride, { kind: 'charge', amountCents: 4_001 })).toMatchObject({
    status: 403,
  });
  staffRideIn(await adjust(dispatcher, ride, { kind: 'charge', amountCents: 4_000 }));
  staffRideIn(await adjust(admin, ride, { kind: 'charge', amountCents: 10_001 }));
});

test('a staff refund that fails while Stripe is down stays owed and is made once afterwards', async () => {
  const admin = await buildAdmin();
  const ride = await bookPaidRide(await buildRider());
  const adjusted = staffRideIn(await adjust(admin, ride, { amountCents: 5_000 }));
  await jobQueue().drain();
  await ownSimulator.fail({ path: '/v1/refunds', times: 3, outcome: 500 });

  await expect(payBack(ride.id)).rejects.toThrow();

  const longAgo = new Date(Date.now() - 60_000);
  const [adjustment] = adjusted.adjustments;
  const owed = adjusted.adjustments.map((each) => ({ ...each, at: new Date(each.at), owedSince: longAgo }));
  await RideModel.updateOne({ _id: ride.id }, { $set: { adjustments: owed } });
  await reconcileRides();
  const waiting = await jobQueue().getWaiting();
  expect(waiting.map(({ name, data }) => [name, data.adjustmentId])).toContainEqual([
    'refund-adjustment',
    adjustment?.id,
  ]);
  const after = await payBack(ride.id);
  expect(after.adjustments[0]).not.toHaveProperty('owedSince');
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([5_000]);
});

test('a staff refund of a payment already refunded at Stripe is recorded without a second refund', async () => {
  const admin = await buildAdmin();
  const ride = await bookPaidRide(await buildRider());
  await stripe.refunds.create({ payment_intent: ride.paymentIntentId ?? '' });
  staffRideIn(await adjust(admin, ride, { amountCents: 5_000 }));

  const after = await payBack(ride.id);

  expect(after.refunds).toMatchObject([{ reason: 'adjustment', amountCents: 5_000, refundId: null }]);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS]);
});

test('a staff refund of more than Stripe has left is recorded as failed and raises an alert', async () => {
  const admin = await buildAdmin();
  const ride = await bookPaidRide(await buildRider());
  await stripe.refunds.create({ payment_intent: ride.paymentIntentId ?? '', amount: 20_000 });
  const adjusted = staffRideIn(await adjust(admin, ride, { amountCents: 5_000 }));

  const after = await payBack(ride.id);

  expect(after.refunds).toMatchObject([{ amountCents: 5_000, refundId: null, failure: 'refused' }]);
  expect(after.adjustments[0]).not.toHaveProperty('owedSince');
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([20_000]);
  const key = `${ride.id} adjustment:${adjusted.adjustments[0]?.id} refused`;
  expect(await AlertModel.findOne({ key }).lean()).toMatchObject({ kind: 'refund-failed' });
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['payment needs manual review']);
  vi.mocked(logger.error).mockClear();
});

test('staff cannot refund an unpaid or on-account ride, charge a cancelled ride or charge under 50 cents', async () => {
  const admin = await buildAdmin();
  const unpaid = await buildRide({ paymentStatus: 'pending' });
  expect(await adjust(admin, unpaid, { amountCents: 100 })).toMatchObject({
    status: 409,
    body: { code: 'RIDE_STATE_CONFLICT' },
  });
  const onAccount = await buildRide({ paymentStatus: 'on_account' });
  expect(await adjust(admin, onAccount, { amountCents: 100 })).toMatchObject({ status: 400 });
  const paid = await buildRide();
  expect(await adjust(admin, paid, { kind: 'charge', amountCents: 49 })).toMatchObject({ status: 400 });
  const cancelled = await buildRide({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await adjust(admin, cancelled, { kind: 'charge', amountCents: 500 })).toMatchObject({ status: 409 });
});
