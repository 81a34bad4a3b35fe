import * as z from 'zod/mini';
import type { Cents } from './money.ts';

/** A dollar amount as text with a leading `$`, as fares travel. */
export const dollarStringSchema = z
  .string()
  .check(z.regex(/^\$\d{1,7}\.\d{2}$/, 'Please enter an amount such as $233.58.'));

/** An amount that arrives as `"$233.58"`, read as cents. */
export const centsOfDollarStringSchema = z.pipe(
  dollarStringSchema,
  z.transform((text): Cents => Number(text.replace(/[$.]/g, ''))),
);
