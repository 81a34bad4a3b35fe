/** A category of the earnings calculator. */
export interface CalculatorCategory {
  id: string;
  name: string;
  /** Typical rider rates an hour in whole dollars, from and to. */
  hourly: readonly [from: number, to: number];
}

/**
 * The five categories with the calculator's rider ranges (specification section 3). Typical figures: fares
 * come from `common/vehicles`.
 */
export const CALCULATOR_CATEGORIES: readonly [CalculatorCategory, ...CalculatorCategory[]] = [
  { id: 'luxury-sedan', name: 'Luxury Sedan', hourly: [45, 60] },
  { id: 'luxury-suv', name: 'Luxury SUV', hourly: [55, 75] },
  { id: 'limousine', name: 'Limousine', hourly: [95, 150] },
  { id: 'shuttle', name: 'Shuttle', hourly: [75, 120] },
  { id: 'party-bus', name: 'Party Bus', hourly: [120, 175] },
];
