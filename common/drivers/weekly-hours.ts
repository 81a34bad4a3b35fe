import { addDays, dateInVegas, toInstant } from '../time.ts';
import type { WeeklyHours } from './driver.ts';

/** Sunday first, as the driver's weekly hours count them. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** `16:00` as `4:00 PM`. */
export function clockInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** When the hours of this moment began; null outside of all of them. */
export function hoursBegunAt(weeklyHours: WeeklyHours, now: Date): Date | null {
  const today = dateInVegas(now);
  for (const date of [today, addDays(today, -1)]) {
    const weekday = new Date(`${date}T00:00Z`).getUTCDay();
    for (const { from, to, ...hours } of weeklyHours) {
      if (hours.weekday !== weekday) continue;
      const begins = toInstant(date, from);
      // Past midnight where they end no later than they begin.
      const ends = toInstant(to > from ? date : addDays(date, 1), to);
      if (begins && ends && begins <= now && now < ends) return begins;
    }
  }
  return null;
}
