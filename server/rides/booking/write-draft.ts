import { AppError } from '#common/errors.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { publishRide } from '../events/publish-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';
import { releaseHolds } from './ride-holds.ts';
import { givePlaceBack, takePlaceFor } from './ride-place.ts';

/** What tells a repeat of a booking from another one. */
export interface BookingRequest {
  idempotencyKey: string | null;
  requestDigest: string;
}

/**
 * Takes a vehicle's time for a drafted ride, writes it unpaid, publishes it and has it expire; its holds are released
 * where that fails.
 *
 * @returns the ride that this request has written before, if it did; null when this one is written
 * @throws AppError FULLY_BOOKED, IDEMPOTENCY_KEY_REUSED
 */
export async function writeDraft(draft: RideDoc, request: BookingRequest): Promise<RideDoc | null> {
  const { idempotencyKey, requestDigest } = request;
  const rideId = draft._id.toHexString();
  const holder = { ...draft, rideId, giftCardCents: draft.fare.giftCardCents };
  try {
    await takePlaceFor(draft);
  } catch (error) {
    await releaseHolds(holder);
    // The last place may have gone to this very request, sent twice.
    const earlier = await findBooked(draft.riderId, request);
    if (!earlier) throw error;
    return earlier;
  }
  try {
    await RideModel.create({ ...draft, ...(idempotencyKey && { idempotencyKey, requestDigest }) });
  } catch (error) {
    // Any other failure may have written the ride. What a ride that was not written holds is reconciled.
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    await releaseHolds(holder);
    await givePlaceBack({ ...draft, id: rideId });
    const earlier = await findBooked(draft.riderId, request);
    if (!earlier) throw error;
    return earlier;
  }
  await publishRide(toRideRecord(draft));
  const delayMs = draft.payBy.getTime() - draft.createdAt.getTime();
  await tryEnqueue('expire-unpaid-ride', { rideId }, { delayMs });
  return null;
}

/** The ride that a request has written before, if it did. @throws AppError IDEMPOTENCY_KEY_REUSED */
export async function findBooked(
  riderId: string,
  { idempotencyKey, requestDigest }: BookingRequest,
): Promise<RideDoc | null> {
  if (!idempotencyKey) return null;
  const earlier = await RideModel.findOne({ riderId, idempotencyKey }).lean<RideDoc>();
  if (!earlier || earlier.requestDigest === requestDigest) return earlier;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for a different ride.');
}
