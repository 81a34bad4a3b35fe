import { quoteFare } from '#common/fares/quote-fare.ts';
import type { Rates } from '#common/fares/rates.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import type { Cents } from '#common/money.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';

/** Hours of the example ride. */
export const EXAMPLE_HOURS = 3;

/** The fare, in cents, of a Lux Sedan for three hours on a day of this tier, with 18 percent gratuity. */
export function exampleFareCents(rates: Rates, surgeTier: SurgeTier = 'standard'): Cents {
  const vehicle = findVehicle('lux-sedan');
  if (!vehicle) throw new Error('the catalogue has no lux-sedan');
  const day = { surgeTier, isAirportPickup: false, gratuityPercentage: 18 };
  return quoteFare({ vehicle, bookingType: 'hourly', hours: EXAMPLE_HOURS, ...day }, rates).fareCents;
}
