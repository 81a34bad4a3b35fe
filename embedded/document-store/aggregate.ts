import * as z from 'zod/mini';
import type { Collection } from './collection.ts';
import { CommandError } from './command-error.ts';
import type { Doc } from './doc.ts';
import { findRecords } from './find-records.ts';
import { docSchema } from './shapes.ts';

/** What a driver's `countDocuments` sends. */
const countingSchema = z.tuple([
  z.strictObject({ $match: docSchema }),
  z.strictObject({
    $group: z.strictObject({ _id: z.literal(1), n: z.strictObject({ $sum: z.literal(1) }) }),
  }),
]);

/**
 * Runs a pipeline over a collection. The only one known counts what matches.
 *
 * @throws CommandError for every other pipeline, naming its stages
 */
export function aggregate(pipeline: Doc[], collection: Collection | undefined): Doc[] {
  const counting = countingSchema.safeParse(pipeline);
  if (!counting.success) throw refusal(pipeline);
  const [{ $match: filter }] = counting.data;
  const n = findRecords(collection, { filter }).length;
  return n === 0 ? [] : [{ _id: 1, n }];
}

function refusal(pipeline: Doc[]): CommandError {
  const stages = pipeline.flatMap((stage) => Object.keys(stage));
  if (stages.includes('$changeStream')) {
    return new CommandError('Location40573', 'The $changeStream stage is only supported on replica sets');
  }
  return new CommandError(
    'Location40324',
    `The pipeline ${stages.join(', ')} is not supported by this document store, which only counts`,
  );
}
