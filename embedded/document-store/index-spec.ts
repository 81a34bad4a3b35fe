import * as z from 'zod/mini';
import { directionsSchema, docSchema } from './shapes.ts';

/** An index as `createIndexes` declares it and the log keeps it. Directions are 1 and -1. */
export const indexSpecSchema = z.strictObject({
  name: z.string(),
  key: directionsSchema,
  unique: z.optional(z.boolean()),
  partialFilterExpression: z.optional(docSchema),
  /** Seconds after the instant in the indexed field; the sweep then deletes the document. */
  expireAfterSeconds: z.optional(z.int().check(z.minimum(0))),
});

/** See `indexSpecSchema`. */
export type IndexSpec = z.infer<typeof indexSpecSchema>;

/** The index every collection has. */
export const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true };
