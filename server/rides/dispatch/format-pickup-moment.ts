import { formatDayTime } from '#common/format-date-time.ts';
import { dateInVegas, formatTime } from '#common/time.ts';

/** Formats a pickup time in Las Vegas: `at 8:30 AM` today, else `on Fri 27 Nov, 8:30 AM`. */
export const formatPickupMoment = (at: Date, now: Date): string =>
  dateInVegas(at) === dateInVegas(now) ? `at ${formatTime(at)}` : `on ${formatDayTime(at, now)}`;
