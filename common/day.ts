import * as z from 'zod/mini';
import { toInstant } from './time.ts';

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string): boolean => toInstant(text, '12:00') !== null;

/** A day in Las Vegas, YYYY-MM-DD. Aborts, because checks on whole objects calculate with valid days only. */
export const daySchema = z
  .string()
  .check(z.refine(isDay, { error: 'Please choose a valid date.', abort: true }));
