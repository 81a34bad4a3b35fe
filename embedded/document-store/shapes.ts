import * as z from 'zod/mini';
import { type Doc, isDoc } from './doc.ts';

/** A document, passed on untouched. */
export const docSchema = z.custom<Doc>(isDoc, 'expected a document');

/** A whole number, not negative. */
export const countSchema = z.int().check(z.nonnegative());

/** A yes or no; drivers may send a number for it. */
export const flagSchema = z.pipe(
  z.union([z.boolean(), z.number()]),
  z.transform((flag: boolean | number) => Boolean(flag)),
);

/** Paths with a direction each, in order of weight: a sort, or the key of an index. `$natural`, `$**` and the like are not known. */
export const directionsSchema = z.record(
  z.string().check(z.regex(/^[^$]+$/)),
  z.union([z.literal(1), z.literal(-1)]),
);

/** See `directionsSchema`. */
export type Directions = z.infer<typeof directionsSchema>;
