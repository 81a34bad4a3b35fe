import { DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/quote-fare.ts';

/** The estimator's form as it stands. */
export interface EstimatorInput {
  /** A vehicle's id; empty until one is chosen. */
  vehicleId: string;
  /** YYYY-MM-DD in Las Vegas, or empty: the date is optional and stands for a standard day when missing. */
  date: string;
  /** Null while the field holds no number. */
  hours: number | null;
  isAirportPickup: boolean;
  gratuityPercentage: number;
}

/** A form nobody has touched. */
export const EMPTY_INPUT: EstimatorInput = {
  vehicleId: '',
  date: '',
  hours: DEFAULT_HOURS,
  isAirportPickup: false,
  gratuityPercentage: DEFAULT_GRATUITY,
};
