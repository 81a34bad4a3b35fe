import { AppError } from '#common/errors.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { digestOf } from '../../digest-of.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { cancelRide } from '../dispatch/cancel-ride.ts';
import { publishRide } from '../events/publish-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { openCheckout, reopenCheckout } from './checkout.ts';
import { draftRide, HOLD_MS } from './draft-ride.ts';
import { releaseHolds, reserveDiscounts } from './ride-holds.ts';
import { givePlaceBack, takePlaceFor } from './ride-place.ts';

/** Attempts at a draft whose gift card is spent by other bookings at the same time. */
const DRAFTS = 5;

interface Requested {
  ride: RideRecord;
  /** For the browser's payment form; `no_payment_required` when nothing is due. */
  clientSecret: string;
}

/**
 * A rider requests a ride: the fare is calculated, promo code and gift card are held, a vehicle's
 * time is taken, the ride is written
 * unpaid and its payment opened, in this order. The same `idempotencyKey` with the same request returns the
 * same ride.
 *
 * @throws AppError INVALID_REQUEST (vehicle, hours, pickup time, promo code, gift card),
 * FULLY_BOOKED, IDEMPOTENCY_KEY_REUSED, PAYMENT_PROVIDER (the ride is then cancelled, and the same request may be repeated)
 */
export async function requestRide(request: RequestRide, idempotencyKey: string | null): Promise<Requested> {
  const requestDigest = digestOf(request);
  if (idempotencyKey) {
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (earlier) return resume(earlier, requestDigest);
  }

  const draft = await draftWithHolds(request);
  const holder = { ...draft, rideId: draft._id.toHexString(), giftCardCents: draft.fare.giftCardCents };
  try {
    await takePlaceFor(draft);
  } catch (error) {
    await releaseHolds(holder);
    // The last place may have gone to this very request, sent twice.
    const earlier = idempotencyKey && (await findRequested(request.riderId, idempotencyKey));
    if (!earlier) throw error;
    return resume(earlier, requestDigest);
  }
  try {
    await RideModel.create({ ...draft, ...(idempotencyKey && { idempotencyKey, requestDigest }) });
  } catch (error) {
    // Any other failure may have written the ride. What a ride that was not written holds is reconciled.
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    await releaseHolds(holder);
    await givePlaceBack({ ...draft, id: holder.rideId });
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (!earlier) throw error;
    return resume(earlier, requestDigest);
  }
  const ride = toRideRecord(draft);
  await publishRide(ride);
  await tryEnqueue('expire-unpaid-ride', { rideId: ride.id }, { delayMs: HOLD_MS });
  try {
    return await withSecret(ride, await openCheckout(ride));
  } catch (error) {
    // Nobody could pay this ride, unless a repeat of the request has opened its payment meanwhile.
    await cancelRide(ride.id, { guard: { paymentIntentId: null }, unset: 'idempotencyKey' });
    throw error;
  }
}

/**
 * Drafts a ride and reserves its discounts; again when the gift card was spent in between, by another ride.
 */
async function draftWithHolds(request: RequestRide): Promise<RideDoc> {
  for (let attempt = 0; attempt < DRAFTS; attempt += 1) {
    const draft = await draftRide(request);
    if (await reserveDiscounts(draft)) return draft;
  }
  throw fieldRefusal('giftCardId', 'This gift card is being used for other rides. Please try again.');
}

/** A ride that was settled as its checkout opened is read again. */
const withSecret = async (ride: RideRecord, clientSecret: string): Promise<Requested> => ({
  ride: clientSecret === NO_PAYMENT_REQUIRED ? await findRide(ride.id) : ride,
  clientSecret,
});

const findRequested = (riderId: string, idempotencyKey: string) =>
  RideModel.findOne({ riderId, idempotencyKey }).lean<RideDoc>();

async function resume(earlier: RideDoc, requestDigest: string): Promise<Requested> {
  if (earlier.requestDigest !== requestDigest) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for a different ride.');
  }
  const ride = toRideRecord(earlier);
  return withSecret(ride, await reopenCheckout(ride));
}
