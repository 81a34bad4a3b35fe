import { estimateEarnings, WEEKLY_HOURS } from '#common/earnings/estimate-earnings.ts';
import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { formatWholeDollars } from '#common/money.ts';
import type { TableCopy } from './page-copy.ts';

/** A category of the earnings calculator. */
export interface CalculatorCategory {
  id: string;
  name: string;
  /** Typical hourly rates for riders in whole dollars, from and to. */
  hourly: readonly [from: number, to: number];
}

/**
 * The five categories with the calculator's rate ranges for riders (specification section 3). These are
 * typical figures; fares come from `common/vehicles`.
 */
export const CALCULATOR_CATEGORIES: readonly [CalculatorCategory, ...CalculatorCategory[]] = [
  { id: 'luxury-sedan', name: 'Luxury Sedan', hourly: [45, 60] },
  { id: 'luxury-suv', name: 'Luxury SUV', hourly: [55, 75] },
  { id: 'limousine', name: 'Limousine', hourly: [95, 150] },
  { id: 'shuttle', name: 'Shuttle', hourly: [75, 120] },
  { id: 'party-bus', name: 'Party Bus', hourly: [120, 175] },
];

const paid = ({ hourly: [from, to] }: CalculatorCategory): string => `$${from} to $${to}`;

function kept({ hourly }: CalculatorCategory, hours: number): string {
  const { lowCents, highCents } = estimateEarnings(hourly, hours).weekly;
  return `${formatWholeDollars(lowCents)} to ${formatWholeDollars(highCents)}`;
}

/** Drivers' earnings by category before tips: per hour, and per week with the calculator's initial hours. */
export const DRIVER_RATES: TableCopy = {
  caption: 'Typical hourly rates and what drivers keep, by vehicle category, before tips',
  columns: [
    { title: 'Category' },
    { title: 'Riders pay per hour', isFigure: true },
    { title: `You keep ${DRIVER_SHARE_PERCENT}%`, isFigure: true },
    { title: `${WEEKLY_HOURS.initial} hours a week`, isFigure: true },
  ],
  rows: CALCULATOR_CATEGORIES.map((category) => [
    category.name,
    paid(category),
    kept(category, 1),
    kept(category, WEEKLY_HOURS.initial),
  ]),
  isOneLine: true,
};
