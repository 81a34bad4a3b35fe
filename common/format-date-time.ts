import { dateInVegas, formatDay, formatTime, formatTimeWithZone, toInstant } from './time.ts';

/** Formats a date in the form `YYYY-MM-DD`: `Fri 20 Nov`, in another year than `now` `Fri 20 Nov 2027`. */
export function formatDate(date: string, now: Date): string {
  const noon = toInstant(date, '12:00');
  return noon ? formatDay(noon, now) : date;
}

/** Formats an instant: `Fri 20 Nov, 6:30 PM`. */
export const formatDayTime = (at: Date, now: Date): string => `${formatDay(at, now)}, ${formatTime(at)}`;

/** Formats an instant: `Fri 20 Nov, 6:30 PM PST`. */
export const formatDayTimeWithZone = (at: Date, now: Date): string =>
  `${formatDay(at, now)}, ${formatTimeWithZone(at)}`;

/** Formats an instant without its day if that is today: `6:30 PM`, or `Fri 20 Nov, 6:30 PM`. */
export const formatMoment = (at: Date, now: Date): string =>
  dateInVegas(at) === dateInVegas(now) ? formatTime(at) : formatDayTime(at, now);

/** The same with a preposition: `at 6:30 PM`, or `on Fri 20 Nov, 6:30 PM`. */
export const formatWhen = (at: Date, now: Date): string =>
  `${dateInVegas(at) === dateInVegas(now) ? 'at' : 'on'} ${formatMoment(at, now)}`;
