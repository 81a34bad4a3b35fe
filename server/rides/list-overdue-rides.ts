import type { RefundReason } from '#common/jobs.ts';
import { SETTLED } from '#common/rides/status.ts';
import { LATE_ACCEPT_MS } from './expire-unaccepted-ride.ts';
import { type RideDoc, RideModel } from './ride-model.ts';

/** Time a job gets to come by itself before it is asked for again. */
const GRACE_MS = 30_000;
const AT_ONCE = 200;

const overdue = () => new Date(Date.now() - GRACE_MS);

/** Ids of rides still unpaid well after they should have expired, longest overdue first. */
export async function listOverdueUnpaid(): Promise<string[]> {
  const docs = await RideModel.find({ paymentStatus: 'pending', payBy: { $lt: overdue() } }, { _id: 1 })
    .sort({ payBy: 1 })
    .limit(AT_ONCE)
    .lean<Pick<RideDoc, '_id'>[]>();
  return docs.map((doc) => doc._id.toHexString());
}

/** Ids of rides nobody accepted that should have been closed, longest overdue first. */
export async function listOverdueUnaccepted(): Promise<string[]> {
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
export async function listOverdueRefunds(): Promise<{ rideId: string; reason: RefundReason }[]> {
  const docs = await RideModel.find({ 'refundOwed.since': { $lt: overdue() } }, { refundOwed: 1 })
    .sort({ 'refundOwed.since': 1 })
    .limit(AT_ONCE)
    .lean<Pick<RideDoc, '_id' | 'refundOwed'>[]>();
  return docs.flatMap(({ _id, refundOwed }) =>
    refundOwed ? [{ rideId: _id.toHexString(), reason: refundOwed.reason }] : [],
  );
}
