import { type Cents, formatCents } from '../money.ts';
import type { BookingType, Fare } from './fare.ts';
import { MIN_HOURS, NTA_TAX_PERCENT } from './quote-fare.ts';
import type { SurgeTier } from './surge-day.ts';

/** One line of a fare, in words and cents; what is taken off is negative. */
export interface FareLine {
  label: string;
  cents: Cents;
}

/** `1 hour`, `2.5 hours`. */
export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

const BASE_LABELS: Record<SurgeTier, string> = {
  standard: 'Base fare',
  weekend: 'Base fare, weekend rate',
  'special-event': 'Base fare, special event rate',
  'fight-night': 'Base fare, fight night rate',
};

interface Booking {
  bookingType: BookingType;
  /** Null point to point. */
  hours: number | null;
  surgePricing: SurgeTier;
}

function baseLabel(fare: Fare, { bookingType, hours, surgePricing }: Booking): string {
  const label = BASE_LABELS[surgePricing];
  if (bookingType !== 'hourly') return label;
  const charged = Math.max(hours ?? MIN_HOURS, MIN_HOURS);
  return `${label}, ${hoursText(charged)} at ${formatCents(Math.round(fare.baseCents / charged))}`;
}

/**
 * The lines a fare is made of, as estimate, checkout and receipt show them. They add up to `fareCents`; what
 * is zero is left out, and a gift card is no line, since it pays the fare and does not lower it.
 */
export function fareLines(fare: Fare, booking: Booking): FareLine[] {
  const lines: FareLine[] = [
    { label: baseLabel(fare, booking), cents: fare.baseCents },
    { label: `NTA tax, ${NTA_TAX_PERCENT}%`, cents: fare.taxCents },
    { label: 'Fuel surcharge', cents: fare.fuelCents },
    { label: 'Tech fee', cents: fare.techCents },
    { label: 'Airport pickup fee', cents: fare.airportCents },
    { label: `Gratuity, ${fare.gratuityPercentage}%`, cents: fare.gratuityCents },
    { label: 'Promo code', cents: -fare.promoCents },
  ];
  return lines.filter((line) => line.cents !== 0);
}
