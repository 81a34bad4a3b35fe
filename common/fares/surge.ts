import * as z from 'zod/mini';
import { isWeekend } from '../time.ts';

/** What demand does to the rate of a day. */
export const surgeTierSchema = z.enum(['standard', 'weekend', 'special-event', 'fight-night']);
export type SurgeTier = z.infer<typeof surgeTierSchema>;

/** A day of the calendar on which something in town raises the tier. */
export const surgeDaySchema = z.object({ date: z.string(), tier: surgeTierSchema, name: z.string() });
export type SurgeDay = z.infer<typeof surgeDaySchema>;

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

/**
 * What a pickup date does to the fare, in words: `Weekend rate: base fare × 1.25`. Null on a standard day.
 */
export function surgeNote(date: string, surgeCalendar: readonly SurgeDay[]): string | null {
  const tier = surgeTierOf(date, surgeCalendar);
  if (tier === 'standard') return null;
  const day = surgeCalendar.find((each) => each.date === date && each.tier === tier);
  return `${day?.name ?? 'Weekend rate'}: base fare × ${SURGE_MULTIPLIER[tier]}`;
}
