import { addDays, dateInVegas, toInstant, weekdayOf } from '../time.ts';
import type { WeeklyHours } from './driver.ts';

/** Formats `16:00` as `4:00 PM`. */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

interface Hours {
  from: string;
  to: string;
}

/**
 * Returns the instants at which hours on a date begin and end. They end on the next day if `to` is not after
 * `from`. Null if the date is invalid.
 */
export function hoursOn(date: string, { from, to }: Hours): { begins: Date; ends: Date } | null {
  const begins = instantOf(date, from);
  const ends = instantOf(to > from ? date : addDays(date, 1), to);
  return begins && ends && { begins, ends };
}

/** Converts a clock time to an instant. A time in the hour skipped in spring becomes the end of that hour. */
function instantOf(date: string, time: string): Date | null {
  const nextHour = `${Number(time.slice(0, 2)) + 1}`.padStart(2, '0');
  return toInstant(date, time) ?? toInstant(date, `${nextHour}:00`);
}

/** Returns when the shift that covers `now` began; null outside all shifts. */
export function hoursBegunAt(weeklyHours: WeeklyHours, now: Date): Date | null {
  const today = dateInVegas(now);
  for (const date of [today, addDays(today, -1)]) {
    const weekday = weekdayOf(date);
    for (const hours of weeklyHours) {
      if (hours.weekday !== weekday) continue;
      const on = hoursOn(date, hours);
      if (on && on.begins <= now && now < on.ends) return on.begins;
    }
  }
  return null;
}

/** Returns when the next shift begins, within a week from `now`; null without weekly hours. */
export function hoursBeginAt(weeklyHours: WeeklyHours, now: Date): Date | null {
  const today = dateInVegas(now);
  const begins = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((days) => {
    const date = addDays(today, days);
    const weekday = weekdayOf(date);
    return weeklyHours.flatMap((hours) =>
      hours.weekday === weekday ? (hoursOn(date, hours)?.begins ?? []) : [],
    );
  });
  const ahead = begins.filter((at) => at > now).map((at) => at.getTime());
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null;
}
