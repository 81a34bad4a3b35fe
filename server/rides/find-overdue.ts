import type { QueryFilter } from 'mongoose';
import { type RideDoc, RideModel } from './ride-model.ts';

/** Time a job gets to come by itself before it is asked for again. */
const GRACE_MS = 30_000;
const AT_ONCE = 200;

async function listIds(filter: QueryFilter<RideDoc>): Promise<string[]> {
  const docs = await RideModel.find(filter, { _id: 1 }).limit(AT_ONCE).lean<Pick<RideDoc, '_id'>[]>();
  return docs.map((doc) => doc._id.toHexString());
}

const overdue = () => new Date(Date.now() - GRACE_MS);

/** Ids of rides still unpaid well after they should have expired. */
export const listOverdueUnpaid = (): Promise<string[]> =>
  listIds({ paymentStatus: 'pending', payBy: { $lt: overdue() } });

/** Ids of completed rides whose refund is still owed. */
export const listOverdueRefunds = (): Promise<string[]> => listIds({ refundOwedSince: { $lt: overdue() } });
