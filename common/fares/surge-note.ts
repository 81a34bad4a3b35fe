import { SURGE_MULTIPLIER, surgeTierOf } from './surge.ts';
import type { SurgeDay } from './surge-day.ts';

/**
 * What a pickup date does to the fare, in words: `Weekend rate: base fare × 1.25`. Null on a standard day.
 */
export function surgeNote(date: string, surgeCalendar: readonly SurgeDay[]): string | null {
  const tier = surgeTierOf(date, surgeCalendar);
  if (tier === 'standard') return null;
  const day = surgeCalendar.find((each) => each.date === date && each.tier === tier);
  return `${day?.name ?? 'Weekend rate'}: base fare × ${SURGE_MULTIPLIER[tier]}`;
}
