import { type Cents, formatCents, percentOf, roundCents } from '../money.ts';
import type { Vehicle } from '../vehicles/catalogue.ts';
import type { BookingType, Fare } from './fare.ts';
import { MIN_HOURS } from './fare-choices.ts';
import { type Rates, SEEDED_RATES } from './rates.ts';
import { rateInWords, SURGE_MULTIPLIER } from './surge.ts';
import type { SurgeTier } from './surge-day.ts';

/** A card is charged nothing below 50 cents, Stripe's least in dollars; a smaller rest is waived. */
const CARD_MINIMUM_CENTS: Cents = 50;

export interface FareInput {
  vehicle: Vehicle;
  bookingType: BookingType;
  /** Ignored point to point; less than the minimum counts as the minimum. */
  hours: number | null;
  surgeTier: SurgeTier;
  isAirportPickup: boolean;
  /** Stops on the way, each of which costs its fee point to point; by the hour they cost time alone. */
  stopCount?: number;
  gratuityPercentage: number;
  /** Price reduction by a promo code; more than the fare counts as the fare. */
  promoCents?: Cents;
  /** Balance of a gift card that pays as much of the rest as it can. */
  giftCardBalanceCents?: Cents;
}

/**
 * The fare of a ride by the formula of the specification's section 9, with these rates. Pure: the browser shows it
 * as an estimate, the server computes it again and that one is charged.
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

/** One line of a fare, in words and cents; what is taken off is negative. */
export interface FareLine {
  label: string;
  cents: Cents;
}

/** `1 hour`, `2.5 hours`. */
export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

interface Booking {
  bookingType: BookingType;
  /** Null point to point. */
  hours: number | null;
  surgePricing: SurgeTier;
  /** Those on the way, for the words of their line. */
  stops?: readonly string[] | null | undefined;
}

/** The stops that name a place: a form has those too that were added and are empty yet, which cost nothing. */
export const namedStops = (stops: readonly string[]): string[] => stops.filter((stop) => stop.trim() !== '');

/** `Stop on the way`, `2 stops on the way`. */
const stopsLabel = (count: number): string => (count > 1 ? `${count} stops on the way` : 'Stop on the way');

function baseLabel(fare: Fare, { bookingType, hours, surgePricing }: Booking): string {
  const label = surgePricing === 'standard' ? 'Base fare' : `Base fare, ${rateInWords(surgePricing)}`;
  if (bookingType !== 'hourly') return label;
  const charged = Math.max(hours ?? MIN_HOURS, MIN_HOURS);
  return `${label}, ${hoursText(charged)} at ${formatCents(Math.round(fare.baseCents / charged))}`;
}

/**
 * The lines a fare is made of, as estimate, checkout and receipt show them. They add up to `fareCents`; what
 * is zero is left out, and a gift card is no line, since it pays the fare and does not lower it.
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
