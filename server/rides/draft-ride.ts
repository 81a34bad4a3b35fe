import { Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { CITY } from '#common/rides/events.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { pickupTimeProblem, toInstant } from '#common/time.ts';
import { findVehicle, type Vehicle } from '#common/vehicles/catalogue.ts';
import { chargedTier } from '../fares/charged-tier.ts';
import { CARD_MINIMUM_CENTS } from '../payments/stripe-payments.ts';
import type { RideDoc } from './ride-model.ts';

/** How long an unpaid ride is held. */
export const HOLD_MS = 30 * 60_000;

/**
 * The ride a request comes to, not yet written: its fare, tier and airport fee are reckoned here, whatever the browser reckoned.
 * Throws INVALID_REQUEST when the vehicle cannot do it or the pickup time cannot be booked.
 */
export async function draftRide(request: RequestRide): Promise<RideDoc> {
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
