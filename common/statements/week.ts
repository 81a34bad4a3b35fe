import * as z from 'zod/mini';
import { isDay } from '../day.ts';
import { formatDate } from '../format-date-time.ts';
import { addDays, dateInVegas, toInstant, weekdayOf } from '../time.ts';

/** Returns the Monday (YYYY-MM-DD) of a day's week. */
export function weekOf(day: string): string {
  const sinceMonday = (weekdayOf(day) + 6) % 7;
  return addDays(day, -sinceMonday);
}

/** Returns the Monday of an instant's week, in Las Vegas. */
export const weekAt = (at: Date): string => weekOf(dateInVegas(at));

/** A time span; the end is exclusive. */
export interface Span {
  from: Date;
  to: Date;
}

/**
 * Returns the span from midnight of one day in Las Vegas to midnight of another.
 * @throws Error if a day is invalid
 */
function spanOf(day: string, end: string): Span {
  const [from, to] = [toInstant(day, '00:00'), toInstant(end, '00:00')];
  if (!from || !to) throw new Error(`no day: ${day}`);
  return { from, to };
}

/** Returns the span of one day in Las Vegas: 23, 24 or 25 hours. */
export const spanOfDay = (day: string): Span => spanOf(day, addDays(day, 1));

/** Returns the span of a week, from its Monday to the next. */
export const spanOfWeek = (week: string): Span => spanOf(week, addDays(week, 7));

/** Formats a week: `Mon 9 to Sun 15 Nov`. */
export function formatWeek(week: string, now: Date): string {
  const last = addDays(week, 6);
  const [first, end] = [week, last].map((day) => formatDate(day, now));
  const isOneMonth = week.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? first?.split(' ').slice(0, 2).join(' ') : first} to ${end}`;
}

/** A week, given by its Monday. */
export const weekSchema = z
  .string()
  .check(z.refine((day) => isDay(day) && weekOf(day) === day, 'Please choose a week by its Monday.'));
