import * as z from 'zod/mini';
import type { Cents } from './money.ts';

/** A dollar amount with a leading `$`, the wire format of fares. */
export const dollarStringSchema = z
  .string()
  .check(z.regex(/^\$\d{1,7}\.\d{2}$/, 'Please enter an amount such as $233.58.'));

/** Parses an amount such as `"$233.58"` into cents. */
export const centsOfDollarStringSchema = z.pipe(
  dollarStringSchema,
  z.transform((text): Cents => Number(text.replace(/[$.]/g, ''))),
);
