import { type Cents, formatCents, percentOf, roundCents } from '../money.ts';
import type { Vehicle } from '../vehicles/catalogue.ts';
import type { BookingType, Fare } from './fare.ts';
import { MIN_HOURS } from './fare-choices.ts';
import { type Rates, SEEDED_RATES } from './rates.ts';
import { formatRate, SURGE_MULTIPLIER } from './surge.ts';
import type { SurgeTier } from './surge-day.ts';

/** Stripe's minimum charge in US dollars, 50 cents. A smaller remainder is waived. */
const CARD_MINIMUM_CENTS: Cents = 50;

export interface FareInput {
  vehicle: Vehicle;
  bookingType: BookingType;
  /** Ignored point to point. Values below the minimum count as the minimum. */
  hours: number | null;
  surgeTier: SurgeTier;
  isAirportPickup: boolean;
  /** Number of stops on the way. Each costs a fee point to point; hourly bookings have no stop fee. */
  stopCount?: number;
  gratuityPercentage: number;
  /** Discount of a promo code, capped at the fare. */
  promoCents?: Cents;
  /** Gift card balance, used up to the remaining fare. */
  giftCardBalanceCents?: Cents;
}

/**
 * Calculates the fare of a ride by the formula in section 9 of the specification. Pure: the browser shows the
 * result as an estimate; the server calculates it again and charges its own result.
 */
export function quoteFare(input: FareInput, { vehicles, fees }: Rates): Fare {
  const { vehicle, bookingType, surgeTier, isAirportPickup, gratuityPercentage } = input;
  const isHourly = bookingType === 'hourly';
  const hours = isHourly ? Math.max(input.hours ?? MIN_HOURS, MIN_HOURS) : 1;
  const { hourlyCents, p2pCents } = vehicles[vehicle.id];
  const rateCents = isHourly ? hourlyCents : p2pCents;

  const surgeMultiplier = SURGE_MULTIPLIER[surgeTier];
  const baseCents = roundCents(rateCents * hours * surgeMultiplier);
  const taxCents = percentOf(baseCents, fees.ntaTaxPercent);
  const fuelCents = roundCents(fees.fuelPerHourCents * hours);
  const airportCents = isAirportPickup ? fees.airportCents : 0;
  const stopCents = isHourly ? 0 : fees.stopFeeCents * (input.stopCount ?? 0);
  const subtotalCents = baseCents + taxCents + fuelCents + fees.techCents + airportCents + stopCents;
  const gratuityCents = percentOf(subtotalCents, gratuityPercentage);

  const beforeDiscountCents = subtotalCents + gratuityCents;
  const promoCents = Math.min(input.promoCents ?? 0, beforeDiscountCents);
  const fareCents = beforeDiscountCents - promoCents;
  const giftCardCents = Math.min(input.giftCardBalanceCents ?? 0, fareCents);
  const restCents = fareCents - giftCardCents;

  return {
    baseCents,
    surgeMultiplier,
    taxPercent: fees.ntaTaxPercent,
    taxCents,
    fuelCents,
    techCents: fees.techCents,
    airportCents,
    stopCents,
    subtotalCents,
    gratuityPercentage,
    gratuityCents,
    promoCents,
    giftCardCents,
    fareCents,
    totalCents: restCents < CARD_MINIMUM_CENTS ? 0 : restCents,
  };
}

/** One line of a fare. Deductions are negative. */
export interface FareLine {
  label: string;
  cents: Cents;
}

/** Formats hours: `1 hour`, `2.5 hours`. */
export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

interface Booking {
  bookingType: BookingType;
  /** Null point to point. */
  hours: number | null;
  surgePricing: SurgeTier;
  /** Stops on the way, counted for the label of their line. */
  stops?: readonly string[] | null | undefined;
}

/** Returns the stops that name a place. The form also holds added but empty stops, which cost nothing. */
export const namedStops = (stops: readonly string[]): string[] => stops.filter((stop) => stop.trim() !== '');

/** Label of the stop fee: `Stop on the way`, `2 stops on the way`. */
const stopsLabel = (count: number): string => (count > 1 ? `${count} stops on the way` : 'Stop on the way');

function baseLabel(fare: Fare, { bookingType, hours, surgePricing }: Booking): string {
  const label = surgePricing === 'standard' ? 'Base fare' : `Base fare, ${formatRate(surgePricing)}`;
  if (bookingType !== 'hourly') return label;
  const charged = Math.max(hours ?? MIN_HOURS, MIN_HOURS);
  return `${label}, ${hoursText(charged)} at ${formatCents(Math.round(fare.baseCents / charged))}`;
}

/**
 * Returns the lines of a fare for estimate, checkout and receipt. They add up to `fareCents`. Zero lines are
 * omitted. A gift card is not a line, because it pays the fare without lowering it.
 */
export function fareLines(fare: Fare, booking: Booking): FareLine[] {
  const taxPercent = fare.taxPercent ?? SEEDED_RATES.fees.ntaTaxPercent;
  const lines: FareLine[] = [
    { label: baseLabel(fare, booking), cents: fare.baseCents },
    { label: `NTA tax, ${taxPercent}%`, cents: fare.taxCents },
    { label: 'Fuel surcharge', cents: fare.fuelCents },
    { label: 'Tech fee', cents: fare.techCents },
    { label: 'Airport pickup fee', cents: fare.airportCents },
    { label: stopsLabel(namedStops(booking.stops ?? []).length), cents: fare.stopCents ?? 0 },
    { label: `Gratuity, ${fare.gratuityPercentage}%`, cents: fare.gratuityCents },
    { label: 'Promo code', cents: -fare.promoCents },
  ];
  return lines.filter((line) => line.cents !== 0);
}
