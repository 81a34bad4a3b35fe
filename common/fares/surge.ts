import { isWeekend } from '../time.ts';
import type { SurgeDay, SurgeTier } from './surge-day.ts';

/** What each tier multiplies the base rate by (specification section 9). */
export const SURGE_MULTIPLIER = {
  standard: 1,
  weekend: 1.25,
  'special-event': 1.5,
  'fight-night': 1.25,
} as const;

/**
 * The tier of a pickup date (YYYY-MM-DD): weekend on Friday, Saturday and Sunday, raised by the calendar's
 * days. The highest multiplier wins; between equals the calendar's, since it says more.
 */
export function surgeTierOf(date: string, calendar: readonly SurgeDay[]): SurgeTier {
  const byWeekday: SurgeTier = isWeekend(date) ? 'weekend' : 'standard';
  return calendar
    .filter((day) => day.date === date)
    .map((day) => day.tier)
    .reduce(
      (highest, tier) => (SURGE_MULTIPLIER[tier] >= SURGE_MULTIPLIER[highest] ? tier : highest),
      byWeekday,
    );
}
