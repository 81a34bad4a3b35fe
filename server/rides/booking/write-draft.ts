import { AppError } from '#common/errors.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { isClosed } from '../../users/close-account.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { publishRide } from '../events/publish-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';
import type { OrderDraft } from './draft-order.ts';
import { releaseDraft } from './ride-holds.ts';
import { givePlaceBack, takePlaceFor } from './ride-place.ts';

/** What tells a repeat of a booking from another one. */
export interface BookingRequest {
  /** The rider whose key it is; null for one of the staff, which is not bound to who rides. */
  riderId: string | null;
  idempotencyKey: string | null;
  requestDigest: string;
}

/**
 * Takes a vehicle's time for a drafted ride and its return trip, or for neither, writes them unpaid, publishes them and has
 * them expire; their holds are released where that fails. The way back is written first: a first ride that is there has
 * it, and before that nobody can pay.
 *
 * @returns the ride that this request has written before, if it did; null when this one is written
 * @throws AppError FULLY_BOOKED, IDEMPOTENCY_KEY_REUSED
 */
export async function writeDraft(order: OrderDraft, request: BookingRequest): Promise<RideDoc | null> {
  const { lead, back } = order;
  const { riderId, idempotencyKey, requestDigest } = request;
  const drafts = back ? [lead, back] : [lead];
  try {
    await takePlaces(drafts);
  } catch (error) {
    for (const draft of drafts) await releaseDraft(draft);
    // The last place may have gone to this very request, sent twice.
    const earlier = await findBooked(request);
    if (!earlier) throw error;
    return earlier;
  }
  try {
    const unpublishedSince = databaseClock.now();
    if (back) await RideModel.create({ ...back, unpublishedSince });
    await RideModel.create({
      ...lead,
      unpublishedSince,
      ...(idempotencyKey && { idempotencyKey, requestDigest }),
      ...(idempotencyKey && riderId === null && { staffKey: idempotencyKey }),
    });
  } catch (error) {
    // Any other failure may have written the ride. What a ride that was not written holds is reconciled.
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    if (back) await RideModel.deleteOne({ _id: back._id, paymentStatus: 'pending' });
    for (const draft of drafts) {
      await releaseDraft(draft);
      await giveDraftPlaceBack(draft);
    }
    const earlier = await findBooked(request);
    if (!earlier) throw error;
    return earlier;
  }
  await requireOpenAccount(order);
  for (const draft of drafts) await publishRide(toRideRecord(draft));
  const delayMs = lead.payBy.getTime() - lead.createdAt.getTime();
  await tryEnqueue('expire-unpaid-ride', { rideId: lead._id.toHexString() }, { delayMs });
  return null;
}

/**
 * Looks, once a ride is written, whether its rider's account was closed meanwhile: who deletes an account sees the ride, or
 * is seen here. The rides are cancelled then, and erased with the rest.
 *
 * @throws AppError FORBIDDEN
 */
async function requireOpenAccount({ lead, back }: OrderDraft): Promise<void> {
  if (!(await isClosed(lead.riderId))) return;
  for (const draft of back ? [lead, back] : [lead]) await cancelUnpaidRide(draft._id.toHexString());
  await tryEnqueue('erase-account', { userId: lead.riderId });
  throw new AppError('FORBIDDEN', 'This account is deleted.');
}

/** Takes the places of all drafts, or of none. @throws AppError FULLY_BOOKED */
async function takePlaces(drafts: readonly RideDoc[]): Promise<void> {
  const taken: RideDoc[] = [];
  for (const draft of drafts) {
    try {
      await takePlaceFor(
        draft,
        drafts.find((other) => other !== draft),
      );
    } catch (error) {
      for (const each of taken) await giveDraftPlaceBack(each);
      throw error;
    }
    taken.push(draft);
  }
}

const giveDraftPlaceBack = (draft: RideDoc): Promise<void> =>
  givePlaceBack({ ...draft, id: draft._id.toHexString() });

/** The ride that a request has written before, if it did. @throws AppError IDEMPOTENCY_KEY_REUSED */
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
