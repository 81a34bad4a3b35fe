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

interface Hours {
  from: string;
  to: string;
}

/** When the hours of a day begin and end: past midnight where they end no later than they begin. Null for what is no day. */
export function hoursOn(date: string, { from, to }: Hours): { begins: Date; ends: Date } | null {
  const begins = instantOf(date, from);
  const ends = instantOf(to > from ? date : addDays(date, 1), to);
  return begins && ends && { begins, ends };
}

/** The instant of a clock time; of one in the hour that is skipped in spring, when it is skipped. */
function instantOf(date: string, time: string): Date | null {
  const nextHour = `${Number(time.slice(0, 2)) + 1}`.padStart(2, '0');
  return toInstant(date, time) ?? toInstant(date, `${nextHour}:00`);
}

/** When the hours of this moment began; null outside of all of them. */
export function hoursBegunAt(weeklyHours: WeeklyHours, now: Date): Date | null {
  const today = dateInVegas(now);
  for (const date of [today, addDays(today, -1)]) {
    const weekday = new Date(`${date}T00:00Z`).getUTCDay();
    for (const hours of weeklyHours) {
      if (hours.weekday !== weekday) continue;
      const on = hoursOn(date, hours);
      if (on && on.begins <= now && now < on.ends) return on.begins;
    }
  }
  return null;
}
