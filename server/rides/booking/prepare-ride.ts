import type { Types } from 'mongoose';
import { CITY } from '#common/city.ts';
import type { Fare } from '#common/fares/fare.ts';
import { type FareInput, quoteFare } from '#common/fares/quote-fare.ts';
import type { Rates } from '#common/fares/rates.ts';
import { INVALID_GIFT_CARD, VOIDED_GIFT_CARD } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { promoDiscountCents } from '#common/promos/promo.ts';
import { BOOKING_MESSAGES, type RequestRide } from '#common/rides/ride-request.ts';
import { searchTermsOf } from '#common/rides/ride-search.ts';
import { NO_STAMPS } from '#common/rides/ride-states.ts';
import { dateInVegas, pickupTimeProblem, toInstant } from '#common/time.ts';
import { findVehicle, type Vehicle } from '#common/vehicles/catalogue.ts';
import { ratesForBooking } from '../../fares/rates-in-effect.ts';
import { surgeTierOn } from '../../fares/surge-calendar.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { findSpendable } from '../../gift-cards/gift-card-codes.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { findPromo, promoRefusal, UNKNOWN_PROMO } from '../../promos/check-promo.ts';
import { requireConfirmedEmail } from '../../users/email-confirmation.ts';
import { findRiderKeyAndPhone } from '../../users/mailbox-of.ts';
import type { RideDoc } from '../ride-model.ts';
import { hasRidden } from '../ride-queries.ts';

/** How long an unpaid ride is held, in milliseconds. */
const HOLD_MS = 30 * 60_000;

interface PrepareOptions {
  /** The client's network (`clientNetworkOf`), for the history. */
  clientNetwork?: string | null;
  /** When the ride is requested. Defaults to now; seeds pass a time in the past. */
  now?: Date;
  /** The ride's id. Defaults to a new one. */
  id?: Types.ObjectId;
  /** How much of the gift card the other ride of the order spends. */
  spentCents?: Cents;
}

/** The fields that are empty on a new ride. */
const EMPTY_FIELDS = {
  driverId: null,
  driver: null,
  vehicleId: null,
  actualFareCents: null,
  paymentIntentId: null,
  payment: null,
  refunds: [],
  refundOwed: null,
  adjustments: [],
  bookedFare: null,
  pendingEdit: null,
  placeId: null,
  order: null,
  revision: 0,
  charges: [],
  completedAt: null,
  rating: null,
  cancellation: null,
  lateCredit: null,
  ...NO_STAMPS,
  waiting: null,
  fareReview: null,
  wantsPin: null,
  share: null,
  pinTries: 0,
  publishedVersion: 0,
} satisfies Partial<RideDoc>;

/**
 * Prepares the ride of a request, without writing it. Calculates fare, surge tier, airport fee and discounts
 * on the server and ignores what the browser calculated.
 *
 * @throws AppError INVALID_REQUEST when the vehicle does not fit the request, the pickup time cannot be
 * booked, or promo code or gift card do not apply; EMAIL_NOT_CONFIRMED for a promo code before the rider has
 * confirmed their address; RATES_CHANGED when the rates that the rider saw were superseded too long ago
 */
export async function prepareRide(
  request: RequestRide,
  {
    clientNetwork = null,
    now = databaseClock.now(),
    id: _id = newObjectId(),
    spentCents = 0,
  }: PrepareOptions = {},
): Promise<RideDoc> {
  const { scheduledDate, scheduledTime } = request;
  const vehicle = requireVehicle(request);
  const scheduledAt = requirePickup(scheduledDate, scheduledTime, now);
  const rates = await ratesForBooking(request.ratesVersion ?? null, now);
  const surgePricing = await surgeTierOn(scheduledDate);
  const isAirportPickup = looksLikeAirport(request.pickupLocation);
  const hours = request.bookingType === 'hourly' ? (request.hours ?? null) : null;
  const rider = await findRiderKeyAndPhone(request.riderId);
  const { fare, promoCodeId, giftCardId } = await priceRide(request, rider, {
    input: {
      vehicle,
      bookingType: request.bookingType,
      hours,
      surgeTier: surgePricing,
      isAirportPickup,
      stopCount: request.stops?.length ?? 0,
      gratuityPercentage: request.gratuityPercentage,
    },
    rates,
    spentCents,
  });

  return {
    ...EMPTY_FIELDS,
    _id,
    version: 1,
    city: CITY,
    riderId: request.riderId,
    riderKey: rider.riderKey,
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
    ratesVersion: rates.id,
    preferredColor: request.preferredColor ?? null,
    passengers: request.passengers ?? null,
    passenger: request.passenger ?? null,
    flightNumber: request.flightNumber ?? null,
    stops: request.stops ?? [],
    specialRequests: request.specialRequests || null,
    promoCodeId,
    giftCardId,
    fare,
    payBy: new Date(now.getTime() + HOLD_MS),
    createdAt: now,
    history: [
      {
        change: 'requested',
        at: now,
        by: { role: 'rider', id: request.riderId, name: request.customerName, address: clientNetwork },
      },
    ],
    searchTerms: searchTermsOf({ ...request, id: _id.toHexString() }),
  };
}

type VehicleRequest = Pick<RequestRide, 'bookingType' | 'hours' | 'passengers'> & {
  rideType: string;
  preferredColor?: string | null | undefined;
};

/** Returns the requested vehicle. @throws AppError INVALID_REQUEST when it does not fit the request */
export function requireVehicle(request: VehicleRequest): Vehicle {
  const vehicle = findVehicle(request.rideType);
  if (!vehicle) throw fieldRefusal('rideType', 'Please choose a vehicle.');
  if (request.bookingType === 'hourly' && request.hours == null) {
    throw fieldRefusal('hours', BOOKING_MESSAGES.hours);
  }
  if (request.passengers != null && request.passengers > vehicle.capacity) {
    throw fieldRefusal('passengers', `The ${vehicle.name} seats ${vehicle.capacity}.`);
  }
  if (request.preferredColor != null && !vehicle.paints.some((paint) => paint === request.preferredColor)) {
    throw fieldRefusal('preferredColor', `The ${vehicle.name} does not come in ${request.preferredColor}.`);
  }
  return vehicle;
}

/** Converts a bookable pickup date and time to an instant. @throws AppError INVALID_REQUEST */
export function requirePickup(date: string, time: string, now: Date): Date {
  const problem = pickupTimeProblem(date, time, now);
  const instant = toInstant(date, time);
  if (problem || !instant)
    throw fieldRefusal('scheduledTime', problem ?? 'Please choose a valid date and time.');
  return instant;
}

type Rider = Awaited<ReturnType<typeof findRiderKeyAndPhone>>;

/** The fare of a ride, and the promo code and gift card that reduce it. */
interface Price {
  fare: Fare;
  promoCodeId: string | null;
  /** The gift card's own id. Null also when the promo code leaves nothing for it to pay. */
  giftCardId: string | null;
}

/**
 * Prices a ride with the current state of its promo code and gift card. Reserves nothing.
 *
 * @throws AppError INVALID_REQUEST when the promo code does not apply, or the gift card is voided, unknown or
 * empty; EMAIL_NOT_CONFIRMED
 */
async function priceRide(
  request: RequestRide,
  rider: Rider,
  { input, rates, spentCents }: { input: FareInput; rates: Rates; spentCents: Cents },
): Promise<Price> {
  const promoCents = request.promoCodeId
    ? await promoCentsOf(request.promoCodeId, request, rider, quoteFare(input, rates).fareCents)
    : 0;
  const card = request.giftCardId ? await requireSpendable(request.giftCardId) : null;
  const giftCardBalanceCents = Math.max(0, (card?.balanceCents ?? 0) - spentCents);
  const fare = quoteFare({ ...input, promoCents, giftCardBalanceCents }, rates);
  return {
    fare,
    promoCodeId: request.promoCodeId ?? null,
    giftCardId: fare.giftCardCents > 0 ? (card?.id ?? null) : null,
  };
}

async function promoCentsOf(
  promoId: string,
  { riderId, scheduledDate, bookingType, hours, customerPhone }: RequestRide,
  { phone }: Rider,
  fareCents: Cents,
): Promise<Cents> {
  const promo = await findPromo(promoId);
  if (!promo) throw fieldRefusal('promoCodeId', UNKNOWN_PROMO);
  const today = dateInVegas(databaseClock.now());
  const booking = { fareCents, today, scheduledDate, bookingType, hours: hours ?? null };
  const phones = phone ? [phone, customerPhone] : [customerPhone];
  const refusal = await promoRefusal(promo, booking, { riderId, phones, hasRidden });
  if (refusal) throw fieldRefusal('promoCodeId', refusal);
  await requireConfirmedEmail(riderId, 'promoCodeId');
  return promoDiscountCents(promo, fareCents);
}

async function requireSpendable(redemptionToken: string): Promise<{ id: string; balanceCents: Cents }> {
  const card = await findSpendable(redemptionToken);
  if (card?.isVoided) throw fieldRefusal('giftCardId', VOIDED_GIFT_CARD);
  if (!card || card.balanceCents === 0) throw fieldRefusal('giftCardId', INVALID_GIFT_CARD);
  return card;
}
