import { DRIVER_SHARE_PERCENT } from '../fares/driver-share.ts';
import { type Cents, roundCents } from '../money.ts';

/** Range of weekly hours in the earnings calculator (specification section 9). */
export const WEEKLY_HOURS = { min: 5, max: 60, step: 5, initial: 25 } as const;

const WEEKS_PER_MONTH = 4.33;
const WEEKS_PER_YEAR = 52;

/** A driver's earnings before tips: at the lower rate, the higher rate, and the average of both. */
export interface EarningsRange {
  lowCents: Cents;
  highCents: Cents;
  averageCents: Cents;
}

export interface Earnings {
  weekly: EarningsRange;
  monthly: EarningsRange;
  yearly: EarningsRange;
}

/**
 * Estimates the earnings from weekly hours, from the hourly range that riders pay (`[from, to]`, whole
 * dollars) and the driver's share. A month has 4.33 weeks, a year 52. Tips are excluded (specification
 * section 9, driver economics).
 */
export function estimateEarnings(
  [from, to]: readonly [from: number, to: number],
  weeklyHours: number,
): Earnings {
  const inWeeks = (dollarsPerHour: number, weeks: number): Cents =>
    roundCents(dollarsPerHour * DRIVER_SHARE_PERCENT * weeklyHours * weeks);
  const rangeOver = (weeks: number): EarningsRange => ({
    lowCents: inWeeks(from, weeks),
    highCents: inWeeks(to, weeks),
    averageCents: inWeeks((from + to) / 2, weeks),
  });

  return { weekly: rangeOver(1), monthly: rangeOver(WEEKS_PER_MONTH), yearly: rangeOver(WEEKS_PER_YEAR) };
}
