import { MAX_HOURS, MIN_HOURS } from '#common/fares/quote-fare.ts';
import { isVehicleId } from '#common/vehicles/catalogue.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { EstimatorInput } from './estimator-input.ts';

/**
 * What stands in the way of an estimate, by field and in the order of the form; empty when nothing does (specification
 * section 5, fare estimator).
 */
export function checkInput({ vehicleId, date, hours }: EstimatorInput, today: string): FieldErrors {
  const errors: FieldErrors = {};
  if (!isVehicleId(vehicleId)) errors.vehicleId = 'Please choose a vehicle';
  if (date && date < today) errors.date = 'Please choose today or a later day';
  if (hours === null) errors.hours = 'Please enter the hours';
  else if (hours < MIN_HOURS) errors.hours = 'Minimum booking is 1 hour';
  else if (hours > MAX_HOURS) errors.hours = `Maximum booking is ${MAX_HOURS} hours`;
  return errors;
}
