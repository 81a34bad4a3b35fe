import { MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { isClosed } from '../../users/close-account.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { publishRide } from '../events/publish-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';
import { releaseVehicleTime, reserveVehicleTime } from './reserve-vehicle-time.ts';
import { releaseHoldsOfUnwritten } from './ride-holds.ts';

/** The prepared rides of an order, not yet written. `returnRide` is null for a single ride. */
export interface PreparedOrder {
  firstRide: RideDoc;
  returnRide: RideDoc | null;
}

/**
 * How long after its id was created a ride may take to be written, in milliseconds: much longer than any
 * request. What a ride holds that is not written by then is released.
 */
export const WRITTEN_WITHIN_MS = MINUTE_MS;

/** What identifies a repeat of a booking request. */
export interface BookingRequest {
  /** The rider whose key it is. Null for a booking by staff: their key is unique across all riders. */
  riderId: string | null;
  idempotencyKey: string | null;
  requestDigest: string;
}

/**
 * Reserves vehicle time for a prepared ride and its return ride (both or neither; refused only while the
 * capacity limit is on), writes them unpaid, publishes them and schedules their expiry. Releases their holds
 * when reserving or writing fails. Writes the return ride first: a stored first ride always has its return
 * ride, and nobody can pay before it exists.
 *
 * @returns null when this call wrote the ride; the earlier ride when the same request had written it before
 * @throws AppError FULLY_BOOKED, IDEMPOTENCY_KEY_REUSED; FORBIDDEN when the account was closed meanwhile
 */
export async function writeOrder(order: PreparedOrder, request: BookingRequest): Promise<RideDoc | null> {
  const { firstRide, returnRide } = order;
  const { riderId, idempotencyKey, requestDigest } = request;
  const rides = returnRide ? [firstRide, returnRide] : [firstRide];
  try {
    await reserveTimeOf(rides);
  } catch (error) {
    for (const ride of rides) await releaseHoldsOfUnwritten(ride);
    // A duplicate of this very request may have reserved the last vehicle.
    const earlier = await findBooked(request);
    if (!earlier) throw error;
    return earlier;
  }
  try {
    const unpublishedSince = databaseClock.now();
    if (returnRide) await RideModel.create({ ...returnRide, unpublishedSince });
    await RideModel.create({
      ...firstRide,
      unpublishedSince,
      ...(idempotencyKey && { idempotencyKey, requestDigest }),
      ...(idempotencyKey && riderId === null && { staffKey: idempotencyKey }),
    });
  } catch (error) {
    // Other errors may occur after the ride was written. Reconciliation releases the holds and the vehicle
    // time of a ride that was not.
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    if (returnRide) await RideModel.deleteOne({ _id: returnRide._id, paymentStatus: 'pending' });
    for (const ride of rides) {
      await releaseHoldsOfUnwritten(ride);
      await releaseTimeOf(ride);
    }
    const earlier = await findBooked(request);
    if (!earlier) throw error;
    return earlier;
  }
  await requireOpenAccount(order);
  for (const ride of rides) await publishRide(toRideRecord(ride));
  const delayMs = firstRide.payBy.getTime() - firstRide.createdAt.getTime();
  await tryEnqueue('expire-unpaid-ride', { rideId: firstRide._id.toHexString() }, { delayMs });
  return null;
}

/**
 * Checks, once a ride is written, whether its rider's account was closed meanwhile. Either account deletion
 * sees the written ride, or this check sees the closed account and cancels the rides; they are erased with
 * the account.
 *
 * @throws AppError FORBIDDEN
 */
async function requireOpenAccount({ firstRide, returnRide }: PreparedOrder): Promise<void> {
  if (!(await isClosed(firstRide.riderId))) return;
  await cancelUnpaidRide(firstRide._id.toHexString());
  if (returnRide) await cancelUnpaidRide(returnRide._id.toHexString());
  await tryEnqueue('erase-account', { userId: firstRide.riderId });
  throw new AppError('FORBIDDEN', 'This account is deleted.');
}

/** Reserves the vehicle time of all rides, or of none. @throws AppError FULLY_BOOKED */
async function reserveTimeOf(rides: readonly RideDoc[]): Promise<void> {
  const taken: RideDoc[] = [];
  for (const ride of rides) {
    try {
      await reserveVehicleTime(
        ride,
        rides.find((other) => other !== ride),
      );
    } catch (error) {
      for (const each of taken) await releaseTimeOf(each);
      throw error;
    }
    taken.push(ride);
  }
}

const releaseTimeOf = (ride: RideDoc): Promise<void> =>
  releaseVehicleTime({ ...ride, id: ride._id.toHexString() });

/** Finds the ride that the same request has written before. @throws AppError IDEMPOTENCY_KEY_REUSED */
export async function findBooked({
  riderId,
  idempotencyKey,
  requestDigest,
}: BookingRequest): Promise<RideDoc | null> {
  if (!idempotencyKey) return null;
  const earlier = await RideModel.findOne({ ...(riderId && { riderId }), idempotencyKey }).lean<RideDoc>();
  if (!earlier || earlier.requestDigest === requestDigest) return earlier;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for a different ride.');
}
