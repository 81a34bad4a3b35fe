import type { Fare } from '#common/fares/fare.ts';
import {
  DEFAULT_GRATUITY,
  DEFAULT_HOURS,
  HOURS_STEP,
  MAX_HOURS,
  MIN_HOURS,
} from '#common/fares/fare-choices.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import { findVehicle, isVehicleId, type Vehicle } from '#common/vehicles/catalogue.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';

/** A fare with the inputs it was calculated from. */
export interface RideEstimate {
  vehicle: Vehicle;
  hours: number;
  /** YYYY-MM-DD, or empty for a standard day. */
  date: string;
  surgeTier: SurgeTier;
  fare: Fare;
}

/**
 * Calculates the fare of an hourly ride as the booking form does; the surge tier follows from the date. Null
 * for input that `checkInput` rejects.
 */
export function estimateRide(input: EstimatorInput, { rates, surgeCalendar }: Pricing): RideEstimate | null {
  const { hours, date, isAirportPickup, gratuityPercentage } = input;
  const vehicle = findVehicle(input.vehicleId);
  if (!vehicle || hours === null) return null;

  const surgeTier = surgeTierOf(date, surgeCalendar);
  const fare = quoteFare(
    { vehicle, bookingType: 'hourly', hours, surgeTier, isAirportPickup, gratuityPercentage },
    rates,
  );
  return { vehicle, hours, date, surgeTier, fare };
}

/**
 * Validates the input.
 *
 * @returns errors by field in the form's order, empty when valid (specification section 5, fare estimator)
 */
export function checkInput({ vehicleId, date, hours }: EstimatorInput, today: string): FieldErrors {
  const errors: FieldErrors = {};
  if (!isVehicleId(vehicleId)) errors.vehicleId = 'Please choose a vehicle';
  if (date && date < today) errors.date = 'Please choose today or a later day';
  if (hours === null) errors.hours = 'Please enter the hours';
  else if (hours < MIN_HOURS) errors.hours = 'Minimum booking is 1 hour';
  else if (hours > MAX_HOURS) errors.hours = `Maximum booking is ${MAX_HOURS} hours`;
  else if (hours % HOURS_STEP !== 0) errors.hours = 'Please use half-hour steps';
  return errors;
}

/** The state of the estimator's form. */
export interface EstimatorInput {
  /** A vehicle's id; empty until one is chosen. */
  vehicleId: string;
  /** YYYY-MM-DD in Las Vegas, or empty for a standard day. */
  date: string;
  /** Null while the field does not contain a number. */
  hours: number | null;
  isAirportPickup: boolean;
  gratuityPercentage: number;
}

/** The initial state of the form. */
export const EMPTY_INPUT: EstimatorInput = {
  vehicleId: '',
  date: '',
  hours: DEFAULT_HOURS,
  isAirportPickup: false,
  gratuityPercentage: DEFAULT_GRATUITY,
};
