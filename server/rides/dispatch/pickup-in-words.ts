import { dateInVegas, formatDay, formatTime } from '#common/time.ts';

/** `at 8:30 AM` today, else `on Fri 27 Nov, 8:30 AM`; in Las Vegas. */
export const pickupInWords = (at: Date, now: Date): string =>
  dateInVegas(at) === dateInVegas(now)
    ? `at ${formatTime(at)}`
    : `on ${formatDay(at, now)}, ${formatTime(at)}`;
