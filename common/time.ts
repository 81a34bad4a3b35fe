import { tzOffset } from '@date-fns/tz/tzOffset';
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** The IANA zone of Las Vegas. All pickup dates and times are local times in it. */
export const ZONE = 'America/Los_Angeles';

/** How far ahead a ride may be booked, in days. */
export const MAX_DAYS_AHEAD = 365;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Parses a local date and time as if it were UTC, in milliseconds. Null if the day or minute does not exist.
 */
function wallMs(date: string, time: string): number | null {
  const day = DATE.exec(date);
  if (!day || !TIME.test(time)) return null;
  const ms = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day[3])) return null;
  return ms;
}

/**
 * Converts a date (YYYY-MM-DD) and time (HH:MM) in Las Vegas to an instant. Null for an invalid day, and for
 * a time within the hour skipped in spring. For the hour repeated in autumn, returns the first occurrence.
 * Years 0 and 9999 are invalid, because their neighbouring days cannot be written with four digits.
 */
export function toInstant(date: string, time: string): Date | null {
  const wall = wallMs(date, time);
  if (wall === null || date < '0001' || date >= '9999') return null;
  const dayBefore = tzOffset(ZONE, new Date(wall - DAY_MS));
  const dayAfter = tzOffset(ZONE, new Date(wall + DAY_MS));
  for (const offset of [dayBefore, dayAfter]) {
    const instant = new Date(wall - offset * MINUTE_MS);
    if (tzOffset(ZONE, instant) === offset) return instant;
  }
  return null;
}

/** Returns the date in Las Vegas at an instant, YYYY-MM-DD. */
export const dateInVegas = (at: Date): string =>
  new Date(at.getTime() + tzOffset(ZONE, at) * MINUTE_MS).toISOString().slice(0, 10);

/** Adds days to a date. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the weekday of a date; 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay();

/** Whether a date is a Friday, Saturday or Sunday, the days of the weekend tier (specification section 4). */
export const isWeekend = (date: string): boolean => [0, 5, 6].includes(weekdayOf(date));

/** Explains to the rider why a pickup time cannot be booked; null if it can. */
export function pickupTimeProblem(date: string, time: string, now: Date): string | null {
  if (wallMs(date, time) === null) return 'Please choose a valid date and time.';
  const pickup = toInstant(date, time);
  if (!pickup) return 'Clocks in Las Vegas skip that hour. Please choose another time.';
  if (pickup.getTime() <= now.getTime()) return 'That pickup time has passed. Please choose a later one.';
  if (date > addDays(dateInVegas(now), MAX_DAYS_AHEAD)) return 'Rides can be booked up to a year ahead.';
  return null;
}

/**
 * Returns a formatter that is created on first use, because creating one takes milliseconds on a phone, and
 * few pages show a time.
 */
function format(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (at) => {
    formatter ??= new Intl.DateTimeFormat('en-US', { timeZone: ZONE, ...options });
    return formatter.format(at);
  };
}

const clock = format({ hour: 'numeric', minute: '2-digit' });
const clockWithZone = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const clockWithSeconds = format({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const weekday = format({ weekday: 'short' });
const month = format({ month: 'short' });

/** Formats a time in Las Vegas: `4:12 PM`. */
export const formatTime = (at: Date): string => clock(at);

/** Formats a time in Las Vegas with its zone: `4:12 PM PST`. */
export const formatTimeWithZone = (at: Date): string => clockWithZone(at);

/** Formats a time in Las Vegas with seconds: `4:12:08 PM`. */
export const formatTimeWithSeconds = (at: Date): string => clockWithSeconds(at);

/** Formats a day in Las Vegas as `Fri 20 Nov`, with the year if it differs from that of `now`. */
export function formatDay(at: Date, now: Date): string {
  const date = dateInVegas(at);
  const year = date.slice(0, 4);
  const day = `${weekday(at)} ${Number(date.slice(8))} ${month(at)}`;
  return year === dateInVegas(now).slice(0, 4) ? day : `${day} ${year}`;
}
