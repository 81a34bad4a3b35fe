import { isWeekend } from '../time.ts';
import type { SurgeDay, SurgeTier } from './surge-day.ts';

/** Multiplier of the base rate for each tier (specification section 9). */
export const SURGE_MULTIPLIER = {
  standard: 1,
  weekend: 1.25,
  'special-event': 1.5,
  'fight-night': 1.25,
} as const;

/**
 * Returns the tier of a pickup date (YYYY-MM-DD): weekend from Friday to Sunday, unless an event in the
 * calendar raises it. The highest multiplier wins. On a tie the calendar's tier wins, because it is more
 * specific.
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

/** Name of a tier's rate in user-visible text: `fight night rate`. */
export const formatRate = (tier: SurgeTier): string => `${tier.replace('-', ' ')} rate`;

/**
 * Describes how a pickup date affects the fare: `Weekend rate: base fare × 1.25`, `Title fight, fight night
 * rate: base fare × 1.25`. Null on a standard day.
 */
export function surgeNote(date: string, surgeCalendar: readonly SurgeDay[]): string | null {
  const tier = surgeTierOf(date, surgeCalendar);
  if (tier === 'standard') return null;
  const day = surgeCalendar.find((each) => each.date === date && each.tier === tier);
  return `${day ? `${day.name}, ${formatRate(tier)}` : 'Weekend rate'}: base fare × ${SURGE_MULTIPLIER[tier]}`;
}
