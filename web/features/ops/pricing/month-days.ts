import { addDays, weekdayOf } from '#common/time.ts';

/** The month of a date: `2026-12` for `2026-12-05`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The weeks of a month (YYYY-MM), Sunday to Saturday, including days of adjacent months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const weeks: string[][] = [];
  for (let week = start; week < `${shiftMonth(month, 1)}-01`; week = addDays(week, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)));
  }
  return weeks;
}

/** Adds a number of months, which may be negative, to a month (YYYY-MM). */
export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whether a text is a month (YYYY-MM). */
export const isMonth = (text: string | null): text is string => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '');

/** The date that a navigation key moves to, as in the ARIA date grid; null for other keys. */
export function dayAfterKey(key: string, date: string): string | null {
  if (key === 'ArrowLeft') return addDays(date, -1);
  if (key === 'ArrowRight') return addDays(date, 1);
  if (key === 'ArrowUp') return addDays(date, -7);
  if (key === 'ArrowDown') return addDays(date, 7);
  if (key === 'Home') return addDays(date, -weekdayOf(date));
  if (key === 'End') return addDays(date, 6 - weekdayOf(date));
  if (key === 'PageUp') return sameDayIn(shiftMonth(monthOf(date), -1), date);
  if (key === 'PageDown') return sameDayIn(shiftMonth(monthOf(date), 1), date);
  return null;
}

/** The same day of another month, or that month's last day. */
function sameDayIn(month: string, date: string): string {
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (date: string) => format.format(new Date(`${date}T00:00Z`));
};

const monthAndYear = formatter({ month: 'long', year: 'numeric' });
const shortMonth = formatter({ month: 'short' });
const shortWeekday = formatter({ weekday: 'short' });
const longDay = formatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** A month in words: `December 2026`. */
export const monthName = (month: string): string => monthAndYear(`${month}-01`);

/** A date in words for screen readers: `Saturday, December 5, 2026`. */
export const dayName = (date: string): string => longDay(date);

/** The short month of a date: `Dec`. */
export const monthShort = (date: string): string => shortMonth(date);

/** A short date: `Sat 5 Dec`. */
export const shortDay = (date: string): string =>
  `${shortWeekday(date)} ${Number(date.slice(8))} ${shortMonth(date)}`;

/** A range of days in words: `Sat 5 Dec`, `5 to 8 Jan`, `30 Dec to 2 Jan`. */
export function dayRange(firstDay: string, lastDay: string): string {
  if (firstDay === lastDay) return shortDay(firstDay);
  const first = Number(firstDay.slice(8));
  const month = monthOf(firstDay) === monthOf(lastDay) ? '' : ` ${shortMonth(firstDay)}`;
  return `${first}${month} to ${Number(lastDay.slice(8))} ${shortMonth(lastDay)}`;
}
