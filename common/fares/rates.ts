import type { Cents } from '../money.ts';
import { midpointCents, VEHICLES, type Vehicle, type VehicleId } from '../vehicles/catalogue.ts';

// Without the validator: what prices a fare is in the first load of the public pages. Schemas are in rates-schema.ts.

/** What a kind of vehicle costs before surge, tax and fees. */
export interface VehicleRates {
  hourlyCents: Cents;
  p2pCents: Cents;
}

/** Taxes and fees of a fare. */
export interface Fees {
  /**
   * NTA tax in percent, levied on the base rate as the specification has it (section 9). NRS 372B.150 speaks of
   * the total fare; the taxed base is chosen in quote-fare.ts alone.
   */
  ntaTaxPercent: number;
  fuelPerHourCents: Cents;
  techCents: Cents;
  /** Added to a pickup at the airport. */
  airportCents: Cents;
  /** For each stop of a point-to-point ride on the way. */
  stopFeeCents: Cents;
}

/** What fares are quoted with. */
export interface Rates {
  vehicles: Readonly<Record<VehicleId, VehicleRates>>;
  fees: Fees;
}

/** Rates from a midnight on, until the next version's. */
export interface RatesVersion extends Rates {
  id: string;
  /** YYYY-MM-DD: they count from midnight in Las Vegas. */
  effectiveFrom: string;
}

/**
 * The rates of the specification (section 9): the middle of the catalogue's ranges. They are code and not data, so
 * that an installation without versions of its own prices with them, and a page before it knows of others.
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

/** A value for each vehicle id. */
export function forEachVehicle<Value>(toValue: (vehicle: Vehicle) => Value): Record<VehicleId, Value>;
export function forEachVehicle(toValue: (vehicle: Vehicle) => unknown): object {
  return Object.fromEntries(VEHICLES.map((vehicle) => [vehicle.id, toValue(vehicle)]));
}

/** How far the range that is shown for a rate reaches to either side, in cents (specification section 3). */
const RANGE_CENTS: Cents = 1000;

/** The range in which a rate is shown to riders: ten dollars around it. */
export const rangeAround = (rateCents: Cents): [minCents: Cents, maxCents: Cents] => [
  Math.max(rateCents - RANGE_CENTS, 0),
  rateCents + RANGE_CENTS,
];
