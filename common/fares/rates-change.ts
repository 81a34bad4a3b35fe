import type { Cents } from '../money.ts';
import { VEHICLES, type Vehicle } from '../vehicles/catalogue.ts';
import type { BookingType } from './fare.ts';
import { DEFAULT_GRATUITY, DEFAULT_HOURS, MIN_HOURS } from './fare-choices.ts';
import { quoteFare } from './quote-fare.ts';
import type { Rates } from './rates.ts';

/** A sample ride for comparing rates. */
interface Example {
  vehicle: Vehicle;
  bookingType: BookingType;
  /** Null point to point. */
  hours: number | null;
  isAirportPickup: boolean;
}

/**
 * Every vehicle: hourly with the minimum and the default hours, and point to point, each with and without an
 * airport pickup.
 */
const EXAMPLES: readonly Example[] = VEHICLES.flatMap((vehicle) =>
  [MIN_HOURS, DEFAULT_HOURS, null].flatMap((hours) =>
    [false, true].map((isAirportPickup) => ({
      vehicle,
      bookingType: hours === null ? 'point-to-point' : 'hourly',
      hours,
      isAirportPickup,
    })),
  ),
);

/** The fare of a sample ride before and after a change of rates. */
interface ExampleChange extends Example {
  beforeCents: Cents;
  afterCents: Cents;
}

/**
 * Returns the sample fare that changes most, if it changes by more than half, which is more likely a typing
 * error than a decision. Null otherwise.
 */
export function largeChange(before: Rates, after: Rates): ExampleChange | null {
  const changes = EXAMPLES.map((example) => ({
    ...example,
    beforeCents: exampleFare(example, before),
    afterCents: exampleFare(example, after),
  }));
  const largest = changes.reduce((known, each) => (shareOf(each) > shareOf(known) ? each : known));
  return shareOf(largest) > 0.5 ? largest : null;
}

const shareOf = ({ beforeCents, afterCents }: ExampleChange): number =>
  Math.abs(afterCents - beforeCents) / beforeCents;

const exampleFare = (example: Example, rates: Rates): Cents =>
  quoteFare({ ...example, surgeTier: 'standard', gratuityPercentage: DEFAULT_GRATUITY }, rates).fareCents;
