import type { Cents } from '../money.ts';
import { midpointCents, VEHICLES, type Vehicle, type VehicleId } from '../vehicles/catalogue.ts';

// Does not import zod, because the fare calculation is in the first load of the public pages. Schemas are in
// rates-schema.ts.

/** Rates of a kind of vehicle before surge, tax and fees. */
interface VehicleRates {
  hourlyCents: Cents;
  p2pCents: Cents;
}

/** Taxes and fees of a fare. */
export interface Fees {
  /**
   * NTA tax in percent, levied on the base rate as in the specification (section 9). NRS 372B.150 mentions
   * the total fare instead; the tax base is defined only in quote-fare.ts.
   */
  ntaTaxPercent: number;
  fuelPerHourCents: Cents;
  techCents: Cents;
  /** Added for an airport pickup. */
  airportCents: Cents;
  /** For each stop on the way of a point-to-point ride. */
  stopFeeCents: Cents;
}

/** The rates that fares are calculated with. */
export interface Rates {
  vehicles: Readonly<Record<VehicleId, VehicleRates>>;
  fees: Fees;
}

/** Rates in effect from a midnight until the next version. */
export interface RatesVersion extends Rates {
  id: string;
  /** YYYY-MM-DD; in effect from midnight in Las Vegas. */
  effectiveFrom: string;
}

/**
 * The rates of the specification (section 9): the midpoints of the catalogue's ranges. They are code, so that
 * an installation without rates in its database, or a page before it has loaded them, can quote fares.
 */
export const SEEDED_RATES: RatesVersion = {
  id: 'seeded',
  effectiveFrom: '1970-01-01',
  vehicles: forEachVehicle(({ hourlyMin, hourlyMax, p2pMin, p2pMax }) => ({
    hourlyCents: midpointCents(hourlyMin, hourlyMax),
    p2pCents: midpointCents(p2pMin, p2pMax),
  })),
  fees: { ntaTaxPercent: 3, fuelPerHourCents: 600, techCents: 1000, airportCents: 1000, stopFeeCents: 1500 },
};

/** Builds a record with a value for each vehicle id. */
export function forEachVehicle<Value>(toValue: (vehicle: Vehicle) => Value): Record<VehicleId, Value>;
export function forEachVehicle(toValue: (vehicle: Vehicle) => unknown): object {
  return Object.fromEntries(VEHICLES.map((vehicle) => [vehicle.id, toValue(vehicle)]));
}

/** Half the width of the range shown for a rate, in cents (specification section 3). */
const RANGE_CENTS: Cents = 1000;

/** Returns the range shown to riders for a rate: ten dollars to either side, never below zero. */
export const rangeAround = (rateCents: Cents): [minCents: Cents, maxCents: Cents] => [
  Math.max(rateCents - RANGE_CENTS, 0),
  rateCents + RANGE_CENTS,
];
