import { estimateEarnings, WEEKLY_HOURS } from '#common/earnings/estimate-earnings.ts';
import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { formatWholeDollars } from '#common/money.ts';
import { CALCULATOR_CATEGORIES, type CalculatorCategory } from './calculator-categories.ts';
import type { TableCopy } from './page-copy.ts';

const paid = ({ hourly: [from, to] }: CalculatorCategory): string => `$${from} to $${to}`;

function kept({ hourly }: CalculatorCategory, hours: number): string {
  const { lowCents, highCents } = estimateEarnings(hourly, hours).weekly;
  return `${formatWholeDollars(lowCents)} to ${formatWholeDollars(highCents)}`;
}

/** Earnings of drivers by category before tips: an hour, and a week of the calculator's initial hours. */
export const DRIVER_RATES: TableCopy = {
  caption: 'Typical hourly rates and what drivers keep of them, by vehicle category, before tips',
  columns: [
    { title: 'Category' },
    { title: 'Riders pay, an hour', isFigure: true },
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
