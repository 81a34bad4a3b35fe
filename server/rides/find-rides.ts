import { AppError } from '#common/errors.ts';
import { SETTLED } from '#common/rides/status.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';

/** Longest list sent at once. */
const LIST_LIMIT = 200;

/** The ride with this id. Throws NOT_FOUND. */
export async function findRide(rideId: string): Promise<RideRecord> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return toRideRecord(doc);
}

/** A rider's rides, newest first. */
export async function listRiderRides(riderId: string): Promise<RideRecord[]> {
  const docs = await RideModel.find({ riderId }).sort({ createdAt: -1 }).limit(LIST_LIMIT).lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/** A driver's rides, newest first. */
export async function listDriverRides(driverId: string): Promise<RideRecord[]> {
  const docs = await RideModel.find({ driverId }).sort({ createdAt: -1 }).limit(LIST_LIMIT).lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/** The open offers: requested and settled, newest first. */
export async function listOffers(): Promise<RideRecord[]> {
  const docs = await RideModel.find({ status: 'requested', paymentStatus: { $in: SETTLED } })
    .sort({ createdAt: -1 })
    .limit(LIST_LIMIT)
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}
