import type { RequestRide } from '#common/rides/request-ride.ts';
import { digestOf } from '../../digest-of.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { cancelRide } from '../cancel/cancel-ride.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '../ride-model.ts';
import { openCheckout, reopenCheckout } from './checkout.ts';
import { draftRide } from './draft-ride.ts';
import { reserveDiscounts } from './ride-holds.ts';
import { findBooked, writeDraft } from './write-draft.ts';

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
export async function requestRide(
  request: RequestRide,
  idempotencyKey: string | null,
  address: string | null = null,
): Promise<Requested> {
  const booking = { idempotencyKey, requestDigest: digestOf(request) };
  const known = await findBooked(request.riderId, booking);
  if (known) return resume(known);

  const draft = await draftWithHolds(request, address);
  const earlier = await writeDraft(draft, booking);
  if (earlier) return resume(earlier);
  const ride = toRideRecord(draft);
  try {
    return { ride, clientSecret: await openCheckout(ride) };
  } catch (error) {
    // Nobody could pay this ride, unless a repeat of the request has opened its payment meanwhile.
    await cancelRide(ride.id, { guard: { paymentIntentId: null }, unset: 'idempotencyKey' });
    throw error;
  }
}

/**
 * Drafts a ride and reserves its discounts; again when the gift card was spent in between, by another ride.
 */
async function draftWithHolds(request: RequestRide, address: string | null): Promise<RideDoc> {
  for (let attempt = 0; attempt < DRAFTS; attempt += 1) {
    const draft = await draftRide(request, { address });
    if (await reserveDiscounts(draft)) return draft;
  }
  throw fieldRefusal('giftCardId', 'This gift card is being used for other rides. Please try again.');
}

async function resume(earlier: RideDoc): Promise<Requested> {
  const ride = toRideRecord(earlier);
  return { ride, clientSecret: await reopenCheckout(ride) };
}
