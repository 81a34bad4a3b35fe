import { tzOffset } from '@date-fns/tz/tzOffset';

/** Las Vegas keeps Pacific time; every pickup date and time is wall time in this IANA zone. */
export const ZONE = 'America/Los_Angeles';

/** How far ahead a ride may be booked, in days. */
export const MAX_DAYS_AHEAD = 365;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Milliseconds of a wall date and time read as if it were UTC; null unless it names a real calendar day and
 * minute.
 */
function wallMs(date: string, time: string): number | null {
  const day = DATE.exec(date);
  if (!day || !TIME.test(time)) return null;
  const ms = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day[3])) return null;
  return ms;
}

/**
 * The instant at which clocks in Las Vegas show `date` (YYYY-MM-DD) and `time` (HH:MM). Null when no clock
 * ever shows it: not a calendar day, or inside the hour skipped in spring. Of the hour that comes twice in
 * autumn, the first. Years 0 and 9999 are none either: the days before or after theirs cannot be written with four digits.
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

/** The calendar date in Las Vegas at an instant, YYYY-MM-DD. */
export const dateInVegas = (at: Date): string =>
  new Date(at.getTime() + tzOffset(ZONE, at) * MINUTE_MS).toISOString().slice(0, 10);

/** A calendar date moved by whole days. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Friday, Saturday or Sunday: the days of the weekend tier (specification section 4). */
export const isWeekend = (date: string): boolean =>
  [0, 5, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());

/** Why a pickup cannot be booked, in words for the rider; null when it can. */
export function pickupTimeProblem(date: string, time: string, now: Date): string | null {
  if (wallMs(date, time) === null) return 'Please choose a real date and time.';
  const pickup = toInstant(date, time);
  if (!pickup) return 'Clocks in Las Vegas skip that hour. Please choose another time.';
  if (pickup.getTime() <= now.getTime()) return 'That pickup time has passed. Please choose a later one.';
  if (date > addDays(dateInVegas(now), MAX_DAYS_AHEAD)) return 'Rides can be booked up to a year ahead.';
  return null;
}

/** Made when it is first used: a formatter takes a phone milliseconds, and few pages show a time. */
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

/** `4:12 PM`, in Las Vegas. */
export const formatTime = (at: Date): string => clock(at);

/** `4:12 PM PST`, in Las Vegas. */
export const formatTimeWithZone = (at: Date): string => clockWithZone(at);

/** `4:12:08 PM`, in Las Vegas. */
export const formatTimeWithSeconds = (at: Date): string => clockWithSeconds(at);

/** `Fri 20 Nov`, in Las Vegas; with the year when it is not the year of `now`. */
export function formatDay(at: Date, now: Date): string {
  const date = dateInVegas(at);
  const year = date.slice(0, 4);
  const day = `${weekday(at)} ${Number(date.slice(8))} ${month(at)}`;
  return year === dateInVegas(now).slice(0, 4) ? day : `${day} ${year}`;
}
