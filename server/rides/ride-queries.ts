import { AppError } from '#common/errors.ts';
import { OFFERS_AT_ONCE } from '#common/rides/ride.ts';
import { OVER_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** How many rides that are over a list goes back. */
const PAST_LIMIT = 200;

/** The ride with this id. @throws AppError NOT_FOUND */
export async function findRide(rideId: string): Promise<RideRecord> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return toRideRecord(doc);
}

/** A rider's rides, newest first: all that are active, and the latest of those that are over. */
export const listRiderRides = (riderId: string): Promise<RideRecord[]> => listRides({ riderId });

/** A driver's rides, newest first: all that are active, and the latest of those that are over. */
export const listDriverRides = (driverId: string): Promise<RideRecord[]> => listRides({ driverId });

type Whose = { riderId: string } | { driverId: string };

async function listRides(whose: Whose): Promise<RideRecord[]> {
  const latest = await RideModel.find(whose).sort({ createdAt: -1 }).limit(PAST_LIMIT).lean<RideDoc[]>();
  const docs = latest.length < PAST_LIMIT ? latest : await listLongHistory(whose);
  return docs.map(toRideRecord);
}

/** For who has more rides than fit: an active one is listed however old it is. */
async function listLongHistory(whose: Whose): Promise<RideDoc[]> {
  const active = await RideModel.find({ ...whose, status: { $nin: OVER_STATUSES } }).lean<RideDoc[]>();
  // Read later, so that a ride which ends in between is in both rather than in neither.
  const past = await RideModel.find({
    ...whose,
    status: { $in: OVER_STATUSES },
    _id: { $nin: active.map(({ _id }) => _id) },
  })
    .sort({ createdAt: -1 })
    .limit(PAST_LIMIT)
    .lean<RideDoc[]>();
  return [...active, ...past].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

/** The open offers, requested and settled, soonest pickup first; where there are more than `OFFERS_AT_ONCE`, the first of them. */
export async function listOffers(): Promise<RideRecord[]> {
  const docs = await RideModel.find({ status: 'requested', paymentStatus: { $in: SETTLED } })
    .sort({ scheduledAt: 1 })
    .limit(OFFERS_AT_ONCE)
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/** Whether a rider, by its mailbox, has a ride that is paid for or waived. */
export async function hasRidden(riderKey: string): Promise<boolean> {
  return (await RideModel.exists({ riderKey, paymentStatus: { $in: SETTLED } })) !== null;
}

/** Whether there is such a ride, and it is paid for or waived. */
export async function isPaid(rideId: string): Promise<boolean> {
  return (await RideModel.exists({ _id: rideId, paymentStatus: { $in: SETTLED } })) !== null;
}

/** Whether there is a ride with this id. */
export const isRide = async (rideId: string): Promise<boolean> =>
  (await RideModel.exists({ _id: rideId })) !== null;
