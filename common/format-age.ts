import { formatDay } from './time.ts';

// A separate file, because the time functions in every page's first load do not need it.

const MINUTE_MS = 60_000;

/** Formats an age: `Just now`, `2 minutes ago`, `3 hours ago`, from 24 hours on the day. */
export function formatAge(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  return formatDay(at, now);
}
