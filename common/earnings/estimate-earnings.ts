import { DRIVER_SHARE_PERCENT } from '../fares/driver-share.ts';
import { type Cents, roundCents } from '../money.ts';

/** Hours a week the calculator takes (specification section 9). */
export const WEEKLY_HOURS = { min: 5, max: 60, step: 5, initial: 25 } as const;

const WEEKS_PER_MONTH = 4.33;
const WEEKS_PER_YEAR = 52;

/** What a driver earns before tips: at the lower rate, at the higher, and between them. */
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
 * What hours at the wheel come to, calculated from what riders pay an hour (`[from, to]`, whole dollars) and
 * the driver's share of it. A month has 4.33 weeks, a year 52; tips are not counted (specification section 9,
 * driver economics).
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
