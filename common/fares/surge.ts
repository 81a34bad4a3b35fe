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

/** The name of a tier wherever its rate is told: `fight night rate`. */
export const rateInWords = (tier: SurgeTier): string => `${tier.replace('-', ' ')} rate`;

/**
 * What a pickup date does to the fare, in words: `Weekend rate: base fare × 1.25`, `Title fight, fight night rate: base fare × 1.25`. Null
 * on a standard day.
 */
export function surgeNote(date: string, surgeCalendar: readonly SurgeDay[]): string | null {
  const tier = surgeTierOf(date, surgeCalendar);
  if (tier === 'standard') return null;
  const day = surgeCalendar.find((each) => each.date === date && each.tier === tier);
  return `${day ? `${day.name}, ${rateInWords(tier)}` : 'Weekend rate'}: base fare × ${SURGE_MULTIPLIER[tier]}`;
}
