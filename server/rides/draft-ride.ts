import { Types } from 'mongoose';
import { looksLikeAirport } from '#common/places/airport.ts';
import { BOOKING_MESSAGES } from '#common/rides/booking-rules.ts';
import { CITY } from '#common/rides/events.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { pickupTimeProblem, toInstant } from '#common/time.ts';
import { findVehicle, type Vehicle } from '#common/vehicles/catalogue.ts';
import { chargedTier } from '../fares/surge-calendar.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { riderKeyOf } from '../users/mailbox-of.ts';
import { priceRide } from './price-ride.ts';
import type { RideDoc } from './ride-model.ts';

/** How long an unpaid ride is held. */
export const HOLD_MS = 30 * 60_000;

/**
 * The ride a request comes to, not yet written: its fare, tier, airport fee and discounts are reckoned here, whatever the browser
 * reckoned. Throws INVALID_REQUEST when the vehicle cannot do it, the pickup time cannot be booked, or promo code or gift card will not do.
 */
export async function draftRide(request: RequestRide): Promise<RideDoc> {
  const now = new Date();
  const { scheduledDate, scheduledTime } = request;
  const vehicle = requireVehicle(request);
  const scheduledAt = requirePickup(scheduledDate, scheduledTime, now);
  const surgePricing = await chargedTier(scheduledDate);
  const isAirportPickup = looksLikeAirport(request.pickupLocation);
  const hours = request.bookingType === 'hourly' ? (request.hours ?? null) : null;
  const riderKey = await riderKeyOf(request.riderId);
  const { fare, promoCodeId, giftCardId } = await priceRide(request, riderKey, {
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
    riderKey,
    driverId: null,
    driver: null,
    status: 'requested',
    paymentStatus: 'pending',
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
    promoCodeId,
    giftCardId,
    fare,
    actualFareCents: null,
    payBy: new Date(now.getTime() + HOLD_MS),
    paymentIntentId: null,
    payment: null,
    refunds: [],
    createdAt: now,
    completedAt: null,
    history: [{ change: 'requested', at: now }],
    publishedVersion: 0,
    unpublishedSince: now,
  };
}

/** The vehicle, if it can do what is asked of it. */
function requireVehicle(request: RequestRide): Vehicle {
  const vehicle = findVehicle(request.rideType);
  if (!vehicle) throw fieldRefusal('rideType', 'Please choose a vehicle.');
  if (request.bookingType === 'hourly' && request.hours == null) {
    throw fieldRefusal('hours', BOOKING_MESSAGES.hours);
  }
  if (request.passengers != null && request.passengers > vehicle.capacity) {
    throw fieldRefusal('passengers', `The ${vehicle.name} seats ${vehicle.capacity}.`);
  }
  if (request.preferredColor != null && !vehicle.paints.includes(request.preferredColor)) {
    throw fieldRefusal('preferredColor', `The ${vehicle.name} does not come in ${request.preferredColor}.`);
  }
  return vehicle;
}

function requirePickup(date: string, time: string, now: Date): Date {
  const problem = pickupTimeProblem(date, time, now);
  const instant = toInstant(date, time);
  if (problem || !instant)
    throw fieldRefusal('scheduledTime', problem ?? 'Please choose a real date and time.');
  return instant;
}
