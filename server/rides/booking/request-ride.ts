import { AppError } from '#common/errors.ts';
import { returnTimeProblem } from '#common/rides/return-trip.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { digestOf } from '../../crypto/digest-of.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { lockBestEffort } from '../../infra/lock-best-effort.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { findOrder, type RideOrder } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '../ride-model.ts';
import { openOrderPayment, resumePayment } from './open-order-payment.ts';
import { prepareRide } from './prepare-ride.ts';
import { releaseHoldsOfUnwritten, reserveDiscounts } from './ride-holds.ts';
import { confirmThenLimitUnpaid, MAX_UNPAID_ORDERS } from './unpaid-limit.ts';
import { type BookingRequest, findBooked, type PreparedOrder, writeOrder } from './write-order.ts';

interface Requested {
  ride: RideRecord;
  /** Null unless a return trip was requested. */
  returnRide: RideRecord | null;
  /** For the browser's payment form; `no_payment_required` when nothing is due. */
  clientSecret: string;
}

/**
 * Requests a ride, and its return trip if wanted. The same `idempotencyKey` with the same request returns the
 * same ride; the rates version that the rider saw is not compared. Otherwise, in this order: takes the
 * rider's lock, limits their unpaid orders, calculates the fare, reserves promo code and gift card, reserves
 * the vehicle time, writes the ride unpaid, publishes it, counts the unpaid orders again, and opens the
 * payment.
 *
 * @throws AppError INVALID_REQUEST (vehicle, hours, pickup time, promo code, gift card); FULLY_BOOKED;
 * TOO_MANY_UNPAID; IDEMPOTENCY_KEY_REUSED; RIDE_CANCELLED when the ride of this key was cancelled or has
 * expired; PAYMENT_PROVIDER (the ride is then cancelled, and the same request may be retried); what
 * `prepareRide`, `writeOrder` and, for a repeat, `resumePayment` throw
 */
export async function requestRide(
  request: RequestRide,
  idempotencyKey: string | null,
  clientNetwork: string | null = null,
): Promise<Requested> {
  const { ratesVersion: _seen, ...wanted } = request;
  const booking = { riderId: request.riderId, idempotencyKey, requestDigest: digestOf(wanted) };
  const known = await findBooked(booking);
  if (known) return resume(known);

  // A rider's bookings run one after another, so that of several for the last unpaid order one succeeds. A
  // repeat waits for the first request and returns its ride, instead of failing on the promo code and gift
  // card that the first has reserved. Best effort, for at most five seconds; the unique key decides.
  const unlock = await lockBestEffort('booking-turn', request.riderId);
  const book = () => prepareAndWrite(request, booking, clientNetwork);
  const booked = await book()
    .catch((error: unknown) => {
      // Another request with this key wrote its ride first, could not open the payment and cancelled the ride
      // before this request read it. The key is free again.
      if (!isDuplicateKey(error)) throw error;
      return book();
    })
    .finally(unlock);
  if ('earlier' in booked) return resume(booked.earlier);
  const { prepared } = booked;
  const order = {
    firstRide: toRideRecord(prepared.firstRide),
    returnRide: prepared.returnRide && toRideRecord(prepared.returnRide),
  };
  try {
    // Without Redis there is no lock: concurrent requests may have booked rides since the first count. This
    // count includes this order.
    await confirmThenLimitUnpaid(MAX_UNPAID_ORDERS, request.riderId);
    return requested(order, await openOrderPayment(order));
  } catch (error) {
    // The ride cannot be paid, unless a retry has opened its payment meanwhile: the guard keeps such a ride.
    await cancelUnpaidRide(order.firstRide.id, { guard: { paymentIntentId: null }, unset: 'idempotencyKey' });
    await syncReturnRide(order);
    throw error;
  }
}

/**
 * Prepares and writes the ride, unless the same request has written it meanwhile.
 *
 * @throws AppError TOO_MANY_UNPAID, and what `prepareWithHolds` and `writeOrder` throw
 * @throws MongoServerError (duplicate key) when the ride with this key has disappeared again
 */
async function prepareAndWrite(
  request: RequestRide,
  booking: BookingRequest,
  clientNetwork: string | null,
): Promise<{ prepared: PreparedOrder } | { earlier: RideDoc }> {
  const known = await findBooked(booking);
  if (known) return { earlier: known };
  await confirmThenLimitUnpaid(MAX_UNPAID_ORDERS - 1, request.riderId);
  const prepared = await prepareWithHolds(request, clientNetwork);
  const earlier = await writeOrder(prepared, booking);
  return earlier ? { earlier } : { prepared };
}

/** How many times to prepare an order when other bookings spend the same gift card concurrently. */
const ATTEMPTS = 5;

/**
 * Prepares the requested ride and its return trip, and reserves their discounts; without promo code and gift
 * card there is nothing to reserve. Prepares them again when another ride has spent the gift card in between.
 * The promo code applies to the first ride only; the return ride gets what the first ride leaves on the gift
 * card.
 *
 * @throws AppError what `prepareRide` and `reserveDiscounts` throw; INVALID_REQUEST when the return trip is
 * not possible
 */
export async function prepareWithHolds(
  request: RequestRide,
  clientNetwork: string | null,
): Promise<PreparedOrder> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const order = await prepareOrder(request, clientNetwork);
    if (await reserveOrder(order)) return order;
  }
  throw fieldRefusal('giftCardId', 'This gift card is being used for other rides. Please try again.');
}

async function prepareOrder(request: RequestRide, clientNetwork: string | null): Promise<PreparedOrder> {
  const now = databaseClock.now();
  // Ids in this order, so that lists sorted newest first show the first ride above its return ride.
  const [returnRideId, firstRideId] = [newObjectId(), newObjectId()];
  const firstRide = await prepareRide(request, { clientNetwork, now, id: firstRideId });
  const returnRequest = requestOfReturn(request, now);
  if (!returnRequest) return { firstRide, returnRide: null };

  const returnRide = await prepareRide(returnRequest, {
    clientNetwork,
    now,
    id: returnRideId,
    spentCents: firstRide.fare.giftCardCents,
  });
  const dueCents = firstRide.fare.totalCents + returnRide.fare.totalCents;
  return {
    firstRide: { ...firstRide, order: { leg: 'there', otherRideId: returnRideId.toHexString(), dueCents } },
    returnRide: { ...returnRide, order: { leg: 'back', otherRideId: firstRideId.toHexString(), dueCents } },
  };
}

function requestOfReturn(request: RequestRide, now: Date): RequestRide | null {
  const { returnTrip, pickupLocation, dropoffLocation } = request;
  if (!returnTrip) return null;
  if (request.bookingType === 'hourly') {
    throw fieldRefusal('returnTrip', 'A return trip is booked point to point.');
  }
  const problem = returnTimeProblem({ ...request, hours: null, stops: request.stops ?? [] }, returnTrip, now);
  if (problem) throw fieldRefusal('returnTrip.scheduledTime', problem);
  return {
    ...request,
    ...returnTrip,
    pickupLocation: dropoffLocation,
    dropoffLocation: pickupLocation,
    stops: [],
    flightNumber: null,
    promoCodeId: null,
    returnTrip: null,
  };
}

/** Reserves the discounts of both rides. @returns whether all are reserved; if not, none are */
async function reserveOrder({ firstRide, returnRide }: PreparedOrder): Promise<boolean> {
  if (!(await reserveDiscounts(firstRide))) return false;
  if (!returnRide || (await reserveDiscounts(returnRide))) return true;
  await releaseHoldsOfUnwritten(firstRide);
  return false;
}

async function resume(earlier: RideDoc): Promise<Requested> {
  // The key stays with a cancelled ride, so that a late copy of the request does not book it again.
  if (earlier.paymentStatus === 'expired') {
    throw new AppError('RIDE_CANCELLED', 'This booking has ended. Please request the ride again.');
  }
  const order = await findOrder(toRideRecord(earlier));
  return requested(order, await resumePayment(order.firstRide));
}

const requested = ({ firstRide: ride, returnRide }: RideOrder, clientSecret: string): Requested => ({
  ride,
  returnRide,
  clientSecret,
});
