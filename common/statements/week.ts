import * as z from 'zod/mini';
import { addDays, dateInVegas, formatDay, toInstant } from '../time.ts';

/** The Monday (YYYY-MM-DD) of the week that a day belongs to. */
export function weekOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

/** The Monday of the week that an instant belongs to, in Las Vegas. */
export const weekAt = (at: Date): string => weekOf(dateInVegas(at));

/** A stretch of time, the end excluded. */
export interface Span {
  from: Date;
  to: Date;
}

/** From midnight of one day in Las Vegas to midnight of another. @throws Error for what is no day */
function spanOf(day: string, end: string): Span {
  const [from, to] = [toInstant(day, '00:00'), toInstant(end, '00:00')];
  if (!from || !to) throw new Error(`no day: ${day}`);
  return { from, to };
}

/** The span of one day in Las Vegas: 23, 24 or 25 hours. */
export const spanOfDay = (day: string): Span => spanOf(day, addDays(day, 1));

/** The span of the week of a Monday, to the next Monday. */
export const spanOfWeek = (week: string): Span => spanOf(week, addDays(week, 7));

/** `Fri 20 Nov`, of a day (YYYY-MM-DD); with the year when it is not that of `now`. What is no day is shown raw. */
export function formatDate(day: string, now: Date): string {
  const noon = toInstant(day, '12:00');
  return noon ? formatDay(noon, now) : day;
}

/** `Mon 9 to Sun 15 Nov`, of a week. */
export function formatWeek(week: string, now: Date): string {
  const last = addDays(week, 6);
  const [first, end] = [week, last].map((day) => formatDate(day, now));
  const isOneMonth = week.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? first?.split(' ').slice(0, 2).join(' ') : first} to ${end}`;
}

const isDay = (day: string): boolean => toInstant(day, '00:00') !== null;

/** A day in Las Vegas. */
export const daySchema = z.string().check(z.refine(isDay, 'Please choose a real day.'));

/** A week, by its Monday. */
export const weekSchema = z
  .string()
  .check(z.refine((day) => isDay(day) && weekOf(day) === day, 'Please choose a week by its Monday.'));
