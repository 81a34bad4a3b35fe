import { WEEKLY_HOURS } from '#common/earnings/estimate-earnings.ts';
import type { Cents } from '#common/money.ts';

const STEP_CENTS = 100_000;
const MOST_STEPS = 5;

/** The amounts a chart marks, from nothing to the first one that holds `mostCents`: full thousands, or twice that, at most six. */
export function chartTicks(mostCents: Cents): Cents[] {
  const step = mostCents > STEP_CENTS * MOST_STEPS ? STEP_CENTS * 2 : STEP_CENTS;
  return Array.from({ length: Math.ceil(mostCents / step) + 1 }, (_each, index) => index * step);
}

/** Where hours a week stand on the chart: percent of its width from the left. */
export const percentAcross = (weeklyHours: number): number =>
  ((weeklyHours - WEEKLY_HOURS.min) / (WEEKLY_HOURS.max - WEEKLY_HOURS.min)) * 100;
