import type { RefundReason } from '#common/jobs.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { enqueue } from '../../infra/queues.ts';
import { releaseOverdueHolds } from '../booking/ride-holds.ts';
import { LATE_ACCEPT_MS } from '../dispatch/cancel-ride.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** Time a job gets to run by itself before it is enqueued again. */
const GRACE_MS = 30_000;
const AT_ONCE = 200;

/**
 * Enqueues the expiries and refunds whose jobs never ran, and releases holds whose rides came to nothing: a queue was
 * away, a process died in between.
 *
 * @throws when the queue is unavailable
 */
export async function reconcileRides(): Promise<void> {
  const [unpaid, unaccepted, refunds] = await Promise.all([
    listOverdueUnpaid(),
    listOverdueUnaccepted(),
    listOverdueRefunds(),
  ]);
  await Promise.all([
    ...unpaid.map((rideId) => enqueue('expire-unpaid-ride', { rideId }, { key: rideId })),
    ...unaccepted.map((rideId) => enqueue('expire-unaccepted-ride', { rideId }, { key: rideId })),
    ...refunds.map((refund) => enqueue('refund-ride', refund, { key: `${refund.rideId} ${refund.reason}` })),
    releaseOverdueHolds(),
  ]);
}

const overdue = () => new Date(Date.now() - GRACE_MS);

/** Ids of rides still unpaid well after they should have expired, longest overdue first. */
async function listOverdueUnpaid(): Promise<string[]> {
  const docs = await RideModel.find({ paymentStatus: 'pending', payBy: { $lt: overdue() } }, { _id: 1 })
    .sort({ payBy: 1 })
    .limit(AT_ONCE)
    .lean<Pick<RideDoc, '_id'>[]>();
  return docs.map((doc) => doc._id.toHexString());
}

/** Ids of rides without a driver that should have expired, longest overdue first. */
async function listOverdueUnaccepted(): Promise<string[]> {
  const docs = await RideModel.find(
    {
      status: 'requested',
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $lt: new Date(overdue().getTime() - LATE_ACCEPT_MS) },
    },
    { _id: 1 },
  )
    .sort({ scheduledAt: 1 })
    .limit(AT_ONCE)
    .lean<Pick<RideDoc, '_id'>[]>();
  return docs.map((doc) => doc._id.toHexString());
}

/** Refunds still owed well after they fell due, longest overdue first. */
async function listOverdueRefunds(): Promise<{ rideId: string; reason: RefundReason }[]> {
  const docs = await RideModel.find({ 'refundOwed.since': { $lt: overdue() } }, { refundOwed: 1 })
    .sort({ 'refundOwed.since': 1 })
    .limit(AT_ONCE)
    .lean<Pick<RideDoc, '_id' | 'refundOwed'>[]>();
  return docs.flatMap(({ _id, refundOwed }) =>
    refundOwed ? [{ rideId: _id.toHexString(), reason: refundOwed.reason }] : [],
  );
}
