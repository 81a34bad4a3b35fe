import type { Fare } from '#common/fares/fare.ts';
import { type FareInput, namedStops, quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { type Cents, roundCents } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { canBePriced, type Draft, hoursOf } from './draft.ts';

/** The fields that determine the fare, apart from the date and the codes. */
export const RIDE_FIELDS = [
  'bookingType',
  'pickupLocation',
  'dropoffLocation',
  'stops',
  'vehicleId',
  'hours',
  'gratuityPercentage',
] as const;

/** All fields that determine the fare, including the date and the applied codes. */
export const FARE_FIELDS = [...RIDE_FIELDS, 'scheduledDate', 'promo', 'giftCard'] as const;

export type RideFields = Pick<Draft, (typeof RIDE_FIELDS)[number]>;
export type FareFields = Pick<Draft, (typeof FARE_FIELDS)[number]>;

/**
 * Estimates the fare of the draft; null until it can be priced. The pickup date decides the surge tier, the
 * pickup text the airport fee. Applied codes are deducted.
 */
export function estimateFare(draft: FareFields, { rates, surgeCalendar }: Pricing): Fare | null {
  const ride = fareInputOf(draft);
  if (!ride) return null;
  return quoteFare(
    {
      ...ride,
      surgeTier: surgeTierOf(draft.scheduledDate, surgeCalendar),
      promoCents: centsOf(draft.promo?.discountAmount),
      giftCardBalanceCents: centsOf(draft.giftCard?.currentBalance),
    },
    rates,
  );
}

/** Returns the fare engine's input without surge tier and codes; null until the draft can be priced. */
export function fareInputOf(draft: RideFields): Omit<FareInput, 'surgeTier'> | null {
  const vehicle = findVehicle(draft.vehicleId);
  if (!vehicle || !canBePriced(draft)) return null;

  return {
    vehicle,
    bookingType: draft.bookingType,
    hours: hoursOf(draft),
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    stopCount: namedStops(draft.stops).length,
    gratuityPercentage: draft.gratuityPercentage,
  };
}

const centsOf = (dollars = 0): Cents => roundCents(dollars * 100);
