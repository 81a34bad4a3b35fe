import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { CITY } from '#common/rides/events.ts';
import { NO_PAYMENT_REQUIRED, type RequestRide } from '#common/rides/request-ride.ts';
import { pickupTimeProblem, toInstant } from '#common/time.ts';
import { findVehicle, type Vehicle } from '#common/vehicles/catalogue.ts';
import { chargedTier } from '../fares/surge-calendar.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueOrLeave } from '../infra/queues.ts';
import { CARD_MINIMUM_CENTS, openPayment, readPayment } from '../payments/stripe-payments.ts';
import { announceRide } from './announce-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

/** How long an unpaid ride is held. */
export const HOLD_MS = 30 * 60_000;

interface Requested {
  ride: RideRecord;
  /** For the browser's payment form; `no_payment_required` when nothing is due. */
  clientSecret: string;
}

/**
 * A rider requests a ride: the fare is reckoned here, the ride is written unpaid and its payment opened. The same
 * `idempotencyKey` with the same request gives the same ride again.
 *
 * Throws INVALID_REQUEST (vehicle, hours, pickup time), IDEMPOTENCY_KEY_REUSED, PAYMENT_PROVIDER (the ride is then cancelled).
 */
export async function requestRide(request: RequestRide, idempotencyKey: string | null): Promise<Requested> {
  const requestDigest = digest(request);
  if (idempotencyKey) {
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (earlier) return resume(earlier, requestDigest);
  }

  const birth = await draftRide(request);
  try {
    await RideModel.create({ ...birth, ...(idempotencyKey && { idempotencyKey, requestDigest }) });
  } catch (error) {
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (!earlier) throw error;
    return resume(earlier, requestDigest);
  }
  const ride = toRideRecord(birth);
  await announceRide(ride);
  if (ride.paymentStatus === 'waived') return { ride, clientSecret: NO_PAYMENT_REQUIRED };

  await enqueueOrLeave('expire-unpaid-ride', { rideId: ride.id }, { delayMs: HOLD_MS });
  return { ride, clientSecret: await openRidePayment(ride) };
}

/** The client secret of an unpaid ride's payment, once more. Throws RIDE_MOVED_ON when it is paid, expired or cancelled. */
export async function reopenCheckout(ride: RideRecord): Promise<string> {
  if (ride.paymentStatus === 'waived') return NO_PAYMENT_REQUIRED;
  if (ride.paymentStatus !== 'pending') {
    throw new AppError('RIDE_MOVED_ON', 'This ride is no longer waiting for payment.');
  }
  return ride.paymentIntentId
    ? (await readPayment(ride.paymentIntentId)).clientSecret
    : openRidePayment(ride);
}

/** Opens the ride's payment and remembers it with the ride; if that fails the ride is called off, since nobody could pay it. */
async function openRidePayment(ride: RideRecord): Promise<string> {
  try {
    const payment = await openPayment({
      rideId: ride.id,
      riderId: ride.riderId,
      amountCents: ride.fare.totalCents,
    });
    await RideModel.updateOne({ _id: ride.id }, { $set: { paymentIntentId: payment.id } });
    return payment.clientSecret;
  } catch (error) {
    await transitionRide({
      rideId: ride.id,
      change: 'cancelled',
      guard: { status: 'requested', paymentStatus: 'pending' },
      patch: { status: 'cancelled', paymentStatus: 'expired' },
      // The same request may be tried again.
      unset: 'idempotencyKey',
    });
    throw error;
  }
}

async function draftRide(request: RequestRide): Promise<RideDoc> {
  const now = new Date();
  const { scheduledDate, scheduledTime } = request;
  const vehicle = requireVehicle(request);
  const scheduledAt = requirePickup(scheduledDate, scheduledTime, now);
  const surgePricing = await chargedTier(scheduledDate);
  const isAirportPickup = looksLikeAirport(request.pickupLocation);
  const hours = request.bookingType === 'hourly' ? (request.hours ?? null) : null;
  const fare = quoteFare({
    vehicle,
    bookingType: request.bookingType,
    hours,
    surgeTier: surgePricing,
    isAirportPickup,
    gratuityPercentage: request.gratuityPercentage,
  });

  return {
    _id: new Types.ObjectId(),
    version: 1,
    city: CITY,
    riderId: request.riderId,
    driverId: null,
    driver: null,
    status: 'requested',
    paymentStatus: fare.totalCents < CARD_MINIMUM_CENTS ? 'waived' : 'pending',
    rideType: vehicle.id,
    bookingType: request.bookingType,
    hours,
    pickupLocation: request.pickupLocation,
    dropoffLocation: request.dropoffLocation,
    isAirportPickup,
    surgePricing,
    gratuityPercentage: request.gratuityPercentage,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    customerPhone: request.customerPhone,
    scheduledDate,
    scheduledTime,
    scheduledAt,
    preferredColor: request.preferredColor ?? null,
    passengers: request.passengers ?? null,
    specialRequests: request.specialRequests || null,
    promoCodeId: null,
    giftCardId: null,
    fare,
    actualFareCents: null,
    payBy: new Date(now.getTime() + HOLD_MS),
    paymentIntentId: null,
    payment: null,
    refunds: [],
    createdAt: now,
    completedAt: null,
    history: [{ change: 'requested', at: now }],
    announcedVersion: 0,
    unannouncedSince: now,
  };
}

function refuse(path: string, message: string): AppError {
  return new AppError('INVALID_REQUEST', message, { issues: [{ path, message }] });
}

/** The vehicle, if it can do what is asked of it. */
function requireVehicle(request: RequestRide): Vehicle {
  const vehicle = findVehicle(request.rideType);
  if (!vehicle) throw refuse('rideType', 'Please choose a vehicle.');
  if (request.bookingType === 'hourly' && request.hours == null) {
    throw refuse('hours', 'Please enter at least 1 hour for hourly booking.');
  }
  if (request.passengers != null && request.passengers > vehicle.capacity) {
    throw refuse('passengers', `The ${vehicle.name} seats ${vehicle.capacity}.`);
  }
  if (request.preferredColor != null && !vehicle.paints.includes(request.preferredColor)) {
    throw refuse('preferredColor', `The ${vehicle.name} does not come in ${request.preferredColor}.`);
  }
  if (request.promoCodeId != null) throw refuse('promoCodeId', 'This promo code is not valid');
  if (request.giftCardId != null) throw refuse('giftCardId', 'This gift card is not valid');
  return vehicle;
}

function requirePickup(date: string, time: string, now: Date): Date {
  const problem = pickupTimeProblem(date, time, now);
  const instant = toInstant(date, time);
  if (problem || !instant) throw refuse('scheduledTime', problem ?? 'Please choose a real date and time.');
  return instant;
}

const digest = (request: RequestRide): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url');

const findRequested = (riderId: string, idempotencyKey: string) =>
  RideModel.findOne({ riderId, idempotencyKey }).lean<RideDoc>();

async function resume(earlier: RideDoc, requestDigest: string): Promise<Requested> {
  if (earlier.requestDigest !== requestDigest) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for a different ride.');
  }
  const ride = toRideRecord(earlier);
  return { ride, clientSecret: await reopenCheckout(ride) };
}
