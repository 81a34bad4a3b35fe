import type { QueryFilter } from 'mongoose';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueue, RECONCILE_AFTER_MS } from '../../infra/queues.ts';
import { settleUnsettledOnAccount } from '../by-staff/settle-on-account.ts';
import { reconcileChargeCheckouts } from '../charges/charge-checkouts.ts';
import { syncWaitingReturnRides } from '../order/sync-return-ride.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { enqueueOwedRefunds, OWED_SINCE } from './owed-refunds.ts';
import { releaseOverdueHolds, releaseOwedHolds } from './reconcile-holds.ts';
import { reconcileVehicleTime } from './reconcile-vehicle-time.ts';

/** How many jobs are enqueued concurrently. */
const PARALLEL = 50;

/**
 * Enqueues confirmations, expiries, refunds and reports whose jobs never ran, longest overdue first, and
 * releases the holds of rides that were cancelled or never written. Settles return rides and rides on account
 * that were left behind. Makes up for an unavailable queue, a lost webhook or a crashed process. Has no
 * limit, because rides that stay overdue would hide all others behind it. A waiting job is not enqueued
 * twice.
 *
 * @throws when the queue is unavailable
 */
export async function reconcileRides(): Promise<void> {
  const overdue = new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS);
  await Promise.all([
    enqueueUnconfirmed(overdue),
    enqueueUnpaid(overdue),
    enqueueUndecided(overdue),
    enqueueUnaccepted(overdue),
    ...OWED_SINCE.map(enqueueRefunds(overdue)),
    enqueueRatingReports(overdue),
    enqueueChargeExpiries(overdue),
    reconcileChargeCheckouts(),
    syncWaitingReturnRides(overdue),
    settleUnsettledOnAccount(overdue),
    releaseOverdueHolds(),
    releaseOwedHolds(),
    reconcileVehicleTime(),
  ]);
}

/**
 * Rides with an open payment, which may have been made although neither webhook nor browser said so. Until
 * their deadline, Stripe is asked about each; there are few, since a ride is held for half an hour only.
 */
const enqueueUnconfirmed = (overdue: Date): Promise<void> =>
  enqueueEach('confirm-payment', 'createdAt', {
    status: 'requested',
    paymentStatus: 'pending',
    paymentIntentId: { $ne: null },
    createdAt: { $lt: overdue },
    payBy: { $gte: overdue },
  });

/** Rides still unpaid well after their deadline. */
const enqueueUnpaid = (overdue: Date): Promise<void> =>
  enqueueEach('expire-unpaid-ride', 'payBy', { paymentStatus: 'pending', payBy: { $lt: overdue } });

/** Cancelled rides whose payment the bank was still processing. */
const enqueueUndecided = (overdue: Date): Promise<void> =>
  enqueueEach('expire-unpaid-ride', 'undecidedPaymentSince', { undecidedPaymentSince: { $lt: overdue } });

/** Rides without a driver well after their offer should have expired. */
const enqueueUnaccepted = (overdue: Date): Promise<void> =>
  enqueueEach('expire-unaccepted-ride', 'scheduledAt', {
    status: 'requested',
    paymentStatus: { $in: SETTLED },
    scheduledAt: { $lt: new Date(overdue.getTime() - LATE_ACCEPT_MS) },
  });

/** Comments on poor rides that have not reached support. */
const enqueueRatingReports = (overdue: Date): Promise<void> =>
  enqueueEach('report-rating', 'ratingReportOwedSince', { ratingReportOwedSince: { $lt: overdue } });

/** Enqueues a job for each of these rides, the earliest by a field first. */
const enqueueEach = (
  job: 'confirm-payment' | 'expire-unpaid-ride' | 'expire-unaccepted-ride' | 'report-rating',
  since: keyof RideDoc,
  rides: QueryFilter<RideDoc>,
): Promise<void> =>
  RideModel.find(rides, { _id: 1 })
    .sort({ [since]: 1 })
    .lean<Pick<RideDoc, '_id'>>()
    .cursor()
    .eachAsync(
      ({ _id }) => {
        const rideId = _id.toHexString();
        return enqueue(job, { rideId }, { key: rideId });
      },
      { parallel: PARALLEL },
    );

/**
 * Charges still open well after their deadline. The deadline is named twice, because MongoDB uses a partial
 * index only for a condition on its very field, and would otherwise read all rides.
 */
const enqueueChargeExpiries = (overdue: Date): Promise<void> =>
  RideModel.find(
    {
      'charges.payBy': { $lt: overdue },
      charges: { $elemMatch: { status: 'open', payBy: { $lt: overdue } } },
    },
    { charges: 1 },
  )
    .lean<Pick<RideDoc, 'charges'>>()
    .cursor()
    .eachAsync(
      async ({ charges }) => {
        for (const { id: chargeId, status, payBy } of charges) {
          if (status !== 'open' || !payBy || payBy >= overdue) continue;
          await enqueue('expire-charge', { chargeId }, { key: chargeId });
        }
      },
      { parallel: PARALLEL },
    );

/** Refunds of one kind still owed well after they fell due. */
const enqueueRefunds =
  (overdue: Date) =>
  (since: (typeof OWED_SINCE)[number]): Promise<void> =>
    RideModel.find({ [since]: { $lt: overdue } }, { refundOwed: 1, adjustments: 1, charges: 1 })
      .sort({ [since]: 1 })
      .lean<Pick<RideDoc, '_id' | 'refundOwed' | 'adjustments' | 'charges'>>()
      .cursor()
      .eachAsync(({ _id, ...owing }) => enqueueOwedRefunds(_id.toHexString(), owing), { parallel: PARALLEL });
