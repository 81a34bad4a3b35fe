import type { Fare } from '#common/fares/fare.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { type SurgeDay, surgeTierOf } from '#common/fares/surge.ts';
import { type Cents, roundCents } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { type Draft, hoursOf } from './draft.ts';

/**
 * The fare of the draft. Null until pickup, drop-off and vehicle are set, and the hours are above zero when
 * hourly (specification section 2). The tier follows the pickup date, the airport fee the pickup text;
 * applied codes are deducted.
 */
export function estimateFare(draft: Draft, surgeCalendar: readonly SurgeDay[]): Fare | null {
  const vehicle = findVehicle(draft.vehicleId);
  const hours = hoursOf(draft);
  const hasHours = draft.bookingType === 'point-to-point' || (hours !== null && hours > 0);
  if (!draft.pickupLocation.trim() || !draft.dropoffLocation.trim() || !vehicle || !hasHours) return null;

  return quoteFare({
    vehicle,
    bookingType: draft.bookingType,
    hours,
    surgeTier: surgeTierOf(draft.scheduledDate, surgeCalendar),
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    gratuityPercentage: draft.gratuityPercentage,
    promoCents: centsOf(draft.promo?.discountAmount),
    giftCardBalanceCents: centsOf(draft.giftCard?.currentBalance),
  });
}

const centsOf = (dollars = 0): Cents => roundCents(dollars * 100);
