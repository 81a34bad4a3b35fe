import mongoose from 'mongoose';
import { NO_STAMPS } from '#common/rides/ride-states.ts';
import { type RideDoc, RideModel, type RideRecord } from '#server/rides/ride-model.ts';

/** Replaces all rides in the database. */
export async function storeRides(mongoUrl: string, rides: readonly RideRecord[]): Promise<void> {
  await mongoose.connect(mongoUrl);
  await RideModel.deleteMany({});
  await RideModel.insertMany(rides.map(docOf), { ordered: false });
  await mongoose.disconnect();
}

const dateOf = (instant: string) => new Date(instant);

function docOf({ id, paidAt, ...ride }: RideRecord): RideDoc {
  return {
    ...ride,
    _id: new mongoose.Types.ObjectId(id),
    riderKey: ride.customerEmail,
    searchTerms: [],
    scheduledAt: dateOf(ride.scheduledAt),
    payBy: dateOf(ride.payBy),
    createdAt: dateOf(ride.createdAt),
    ...(paidAt && { paidAt: dateOf(paidAt) }),
    completedAt: ride.completedAt === null ? null : dateOf(ride.completedAt),
    ...NO_STAMPS,
    history: ride.history.map(({ change, at }) => ({ change, at: dateOf(at) })),
    publishedVersion: ride.version,
    refundOwed: null,
    adjustments: [],
    charges: [],
    fareReview: null,
    pendingEdit: null,
    rating: null,
    auditOwed: [],
  };
}
