import { serialize } from 'bson';
import * as z from 'zod/mini';
import { type Command, countSchema, defineCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { type Doc, directionsSchema, docSchema } from './document.ts';
import { findRecords } from './find-records.ts';

const find = defineCommand(
  z.strictObject({
    find: z.string(),
    filter: z.optional(docSchema),
    projection: z.optional(docSchema),
    sort: z.optional(directionsSchema),
    limit: z.optional(countSchema),
    batchSize: z.optional(countSchema),
    singleBatch: z.optional(z.boolean()),
  }),
  (
    { find: name, filter = {}, projection = {}, sort, limit, batchSize, singleBatch: isSingle },
    { store, cursors, database },
  ) => {
    const namespace = `${database}.${name}`;
    const project = compileProjection(projection);
    const isWhole = Object.keys(projection).length === 0;
    const records = findRecords(store.get(namespace), { filter, sort, limit });
    const results = records.map((record) => (isWhole ? record.raw : serialize(project(record.doc))));
    return cursors.open(namespace, results, { batchSize, isSingle });
  },
);

const getMore = defineCommand(
  z.strictObject({ getMore: z.int(), collection: z.string(), batchSize: z.optional(countSchema) }),
  ({ getMore: id, collection, batchSize }, { cursors, database }) =>
    cursors.getMore(id, `${database}.${collection}`, batchSize || undefined),
);

const killCursors = defineCommand(
  z.strictObject({ killCursors: z.string(), cursors: z.array(z.int()) }),
  ({ cursors: ids }, { cursors }) => {
    const cursorsKilled = ids.filter((id) => cursors.kill(id));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
);

const aggregate = defineCommand(
  z.strictObject({
    aggregate: z.string(),
    pipeline: z.array(docSchema),
    cursor: z.strictObject({ batchSize: z.optional(countSchema) }),
  }),
  ({ aggregate: name, pipeline, cursor }, { store, cursors, database }) => {
    const namespace = `${database}.${name}`;
    const n = findRecords(store.get(namespace), { filter: filterOfCount(pipeline) }).length;
    return cursors.open(namespace, n === 0 ? [] : [serialize({ _id: 1, n })], cursor);
  },
);

/** Commands that change nothing. A collection that does not exist reads as an empty one. */
export const readCommands: Record<string, Command> = { find, getMore, killCursors, aggregate };

/**
 * Compiles a projection to some of a document's fields and its `_id`, in the order of the document.
 *
 * @throws CommandError for anything but `{ name: 1 }`: paths, expressions, and excluded fields
 */
function compileProjection(projection: Doc): (doc: Doc) => Doc {
  for (const [name, isWanted] of Object.entries(projection)) {
    if (isWanted === 1 && !/[.$]/.test(name)) continue;
    throw new CommandError('BadValue', `The projection of '${name}' is not supported by this document store`);
  }
  const kept = new Set(['_id', ...Object.keys(projection)]);
  return (doc) => Object.fromEntries(Object.entries(doc).filter(([name]) => kept.has(name)));
}

/** The pipeline that a driver's `countDocuments` sends. */
const countPipelineSchema = z.tuple([
  z.strictObject({ $match: docSchema }),
  z.strictObject({
    $group: z.strictObject({ _id: z.literal(1), n: z.strictObject({ $sum: z.literal(1) }) }),
  }),
]);

/** The filter of a pipeline that counts. @throws CommandError for every other pipeline, naming its stages */
function filterOfCount(pipeline: Doc[]): Doc {
  const counting = countPipelineSchema.safeParse(pipeline);
  if (counting.success) return counting.data[0].$match;
  const stages = pipeline.flatMap((stage) => Object.keys(stage));
  if (stages.includes('$changeStream')) {
    throw new CommandError('Location40573', 'The $changeStream stage is only supported on replica sets');
  }
  throw new CommandError(
    'Location40324',
    `The pipeline ${stages.join(', ')} is not supported by this document store, which only counts`,
  );
}
