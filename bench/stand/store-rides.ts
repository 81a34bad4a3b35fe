import mongoose from 'mongoose';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { type RideDoc, RideModel } from '#server/rides/ride-model.ts';

const dateOf = (instant: string) => new Date(instant);

function docOf({ id, ...ride }: RideRecord): RideDoc {
  return {
    ...ride,
    _id: new mongoose.Types.ObjectId(id),
    riderKey: ride.customerEmail,
    scheduledAt: dateOf(ride.scheduledAt),
    payBy: dateOf(ride.payBy),
    createdAt: dateOf(ride.createdAt),
    completedAt: ride.completedAt === null ? null : dateOf(ride.completedAt),
    history: ride.history.map(({ change, at }) => ({ change, at: dateOf(at) })),
    publishedVersion: ride.version,
  };
}

/** Puts rides into the database, where only these are then. */
export async function storeRides(mongoUrl: string, rides: readonly RideRecord[]): Promise<void> {
  await mongoose.connect(mongoUrl);
  await RideModel.deleteMany({});
  await RideModel.insertMany(rides.map(docOf), { ordered: false });
  await mongoose.disconnect();
}
