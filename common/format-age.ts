import { MINUTE_MS } from './durations.ts';
import { formatDay } from './time.ts';

// A separate file, because the time functions in every page's first load do not need it.

/** Whether an instant is less than a minute ago. */
export const isJustNow = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < MINUTE_MS;

/** Formats an age: `Just now`, `2 minutes ago`, `3 hours ago`, from 24 hours on the day. */
export function formatAge(at: Date, now: Date): string {
  if (isJustNow(at, now)) return 'Just now';
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  return formatDay(at, now);
}

/** Formats an age for use within a sentence: `just now`, otherwise like `formatAge`. */
export const ageInSentence = (at: Date, now: Date): string =>
  isJustNow(at, now) ? 'just now' : formatAge(at, now);
