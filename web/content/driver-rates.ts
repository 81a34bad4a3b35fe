import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { CALCULATOR_CATEGORIES, type CalculatorCategory } from './calculator-categories.ts';
import type { TableCopy } from './page-copy.ts';

/** Hours a week the table reckons with: where the calculator begins (specification section 9). */
const HOURS_A_WEEK = 25;

const rangeOf = ({ hourly }: CalculatorCategory, factor: number): string =>
  hourly.map((dollars) => `$${(dollars * factor).toLocaleString('en-US')}`).join(' to ');

const SHARE = DRIVER_SHARE_PERCENT / 100;

/** What drivers earn by category, before tips. */
export const DRIVER_RATES: TableCopy = {
  caption: 'Typical hourly rates and the driver\u2019s share by vehicle category, before tips',
  columns: [
    { title: 'Category' },
    { title: 'Riders pay, an hour', isFigure: true },
    { title: `You keep ${DRIVER_SHARE_PERCENT}%`, isFigure: true },
    { title: `${HOURS_A_WEEK} hours a week`, isFigure: true },
  ],
  rows: CALCULATOR_CATEGORIES.map((category) => [
    category.name,
    rangeOf(category, 1),
    rangeOf(category, SHARE),
    rangeOf(category, SHARE * HOURS_A_WEEK),
  ]),
};
