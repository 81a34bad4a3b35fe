import type { Fare } from '#common/fares/fare.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import { findVehicle, type Vehicle } from '#common/vehicles/catalogue.ts';
import type { EstimatorInput } from './estimator-input.ts';

/** A fare and what it is for. */
export interface RideEstimate {
  vehicle: Vehicle;
  hours: number;
  /** YYYY-MM-DD, or empty for a standard day. */
  date: string;
  surgeTier: SurgeTier;
  fare: Fare;
}

/**
 * The fare of an hourly ride by the booking form's own arithmetic; its tier follows the date. Null for an input that
 * `checkInput` refuses.
 */
export function estimateRide(input: EstimatorInput, calendar: readonly SurgeDay[]): RideEstimate | null {
  const { hours, date, isAirportPickup, gratuityPercentage } = input;
  const vehicle = findVehicle(input.vehicleId);
  if (!vehicle || hours === null) return null;

  const surgeTier = surgeTierOf(date, calendar);
  const fare = quoteFare({
    vehicle,
    bookingType: 'hourly',
    hours,
    surgeTier,
    isAirportPickup,
    gratuityPercentage,
  });
  return { vehicle, hours, date, surgeTier, fare };
}
