import type { Fare } from '#common/fares/fare.ts';
import { type FareInput, quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { type Cents, roundCents } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type Draft, hoursOf } from './draft.ts';

/**
 * The fare of the draft. Null until pickup, drop-off and vehicle are set, and the hours are above zero when
 * hourly (specification section 2). The tier follows the pickup date, the airport fee the pickup text;
 * applied codes are deducted.
 */
export function estimateFare(draft: Draft, { rates, surgeCalendar }: Pricing): Fare | null {
  const ride = pricedRide(draft);
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

/** What the fare of the draft is made of besides its day and its codes; null until there is enough to calculate with. */
export function pricedRide(draft: Draft): Omit<FareInput, 'surgeTier'> | null {
  const vehicle = findVehicle(draft.vehicleId);
  const hours = hoursOf(draft);
  const hasHours = draft.bookingType === 'point-to-point' || (hours !== null && hours > 0);
  if (!draft.pickupLocation.trim() || !draft.dropoffLocation.trim() || !vehicle || !hasHours) return null;

  return {
    vehicle,
    bookingType: draft.bookingType,
    hours,
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    stopCount: draft.stops.length,
    gratuityPercentage: draft.gratuityPercentage,
  };
}

const centsOf = (dollars = 0): Cents => roundCents(dollars * 100);
