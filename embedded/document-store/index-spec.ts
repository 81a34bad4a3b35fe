import * as z from 'zod/mini';
import { type Doc, isDoc } from './doc.ts';

/** An index as `createIndexes` declares it, `listIndexes` shows it and the log keeps it. Directions are 1 and -1. */
export const indexSpecSchema = z.strictObject({
  name: z.string(),
  key: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])),
  unique: z.optional(z.boolean()),
  sparse: z.optional(z.boolean()),
  partialFilterExpression: z.optional(z.custom<Doc>(isDoc)),
  /** Seconds after the instant in the indexed field; the sweep then deletes the document. */
  expireAfterSeconds: z.optional(z.int().check(z.minimum(0))),
});

/** See `indexSpecSchema`. */
export type IndexSpec = z.infer<typeof indexSpecSchema>;

/** The index every collection has. */
export const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true };
