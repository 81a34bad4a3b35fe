import { AppError } from '#common/errors.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { digestOf } from '../../crypto/digest-of.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { followLead } from '../order/follow-lead.ts';
import { findOrder, type RideOrder } from '../order/ride-order.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '../ride-model.ts';
import { lockBooking } from './booking-lock.ts';
import { openCheckout, reopenCheckout } from './checkout.ts';
import { draftWithHolds, type OrderDraft } from './draft-order.ts';
import { type BookingRequest, findBooked, writeDraft } from './write-draft.ts';

interface Requested {
  ride: RideRecord;
  /** The way back; null where none was requested. */
  returnRide: RideRecord | null;
  /** For the browser's payment form; `no_payment_required` when nothing is due. */
  clientSecret: string;
}

/**
 * A rider requests a ride, and its return trip where they want one: the fare is calculated, promo code and gift card are
 * held, a vehicle's time is taken, the ride is written unpaid and its payment opened, in this order. The same
 * `idempotencyKey` with the same request, whatever rates its rider saw, returns the same ride.
 *
 * @throws AppError INVALID_REQUEST (vehicle, hours, pickup time, promo code, gift card),
 * FULLY_BOOKED, IDEMPOTENCY_KEY_REUSED, RIDE_CANCELLED once the ride of this key was given up or has expired,
 * PAYMENT_PROVIDER (the ride is then cancelled, and the same request may be repeated)
 */
export async function requestRide(
  request: RequestRide,
  idempotencyKey: string | null,
  address: string | null = null,
): Promise<Requested> {
  const { ratesVersion: _seen, ...wanted } = request;
  const booking = { riderId: request.riderId, idempotencyKey, requestDigest: digestOf(wanted) };
  const known = await findBooked(booking);
  if (known) return resume(known);

  const unlock = idempotencyKey ? await lockBooking(request.riderId, idempotencyKey) : async () => {};
  const book = () => bookOnce(request, booking, address);
  const booked = await book()
    .catch((error: unknown) => {
      // Another request with this key was first, and gave it up before it was read: its payment could not be opened.
      if (!isDuplicateKey(error)) throw error;
      return book();
    })
    .finally(unlock);
  if ('earlier' in booked) return resume(booked.earlier);
  const { draft } = booked;
  const order = { lead: toRideRecord(draft.lead), back: draft.back && toRideRecord(draft.back) };
  try {
    return requested(order, await openCheckout(order));
  } catch (error) {
    // Nobody could pay this ride, unless a repeat of the request has opened its payment meanwhile.
    await cancelUnpaidRide(order.lead.id, { guard: { paymentIntentId: null }, unset: 'idempotencyKey' });
    await followLead(order);
    throw error;
  }
}

/**
 * Drafts and writes the ride, unless the same request has written it in the meantime.
 *
 * @throws MongoServerError of a duplicate key where the ride that has the key is gone
 */
async function bookOnce(
  request: RequestRide,
  booking: BookingRequest,
  address: string | null,
): Promise<{ draft: OrderDraft } | { earlier: RideDoc }> {
  const known = await findBooked(booking);
  if (known) return { earlier: known };
  const draft = await draftWithHolds(request, address);
  const earlier = await writeDraft(draft, booking);
  return earlier ? { earlier } : { draft };
}

async function resume(earlier: RideDoc): Promise<Requested> {
  // A late copy of the request must not book again what was given up: the key stays with the ride.
  if (earlier.paymentStatus === 'expired') {
    throw new AppError('RIDE_CANCELLED', 'This booking is over. Please request the ride again.');
  }
  const order = await findOrder(toRideRecord(earlier));
  return requested(order, await reopenCheckout(order.lead));
}

const requested = ({ lead: ride, back: returnRide }: RideOrder, clientSecret: string): Requested => ({
  ride,
  returnRide,
  clientSecret,
});
