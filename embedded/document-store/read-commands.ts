import { serialize } from 'bson';
import * as z from 'zod/mini';
import { keyOf } from './bson-key.ts';
import type { Collection } from './collection.ts';
import { type Command, countSchema, defineCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { type Directions, type Doc, directionsSchema, docSchema } from './document.ts';
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
    hint: z.optional(directionsSchema),
  }),
  ({ aggregate: name, pipeline, cursor, hint }, { store, cursors, database }) => {
    const namespace = `${database}.${name}`;
    const { filter, by } = parseCount(pipeline);
    const collection = store.get(namespace);
    if (collection && hint) checkHint(collection, hint);
    const records = findRecords(collection, { filter });
    const results = countBy(
      records.map(({ doc }) => doc),
      by,
    );
    return cursors.open(
      namespace,
      results.map((result) => serialize(result)),
      cursor,
    );
  },
);

/** Read-only commands. A missing collection reads as an empty one. */
export const readCommands: Record<string, Command> = { find, getMore, killCursors, aggregate };

/**
 * Compiles a projection to `_id` and some fields of a document, in document order.
 *
 * @throws CommandError for anything but `{ name: 1 }`: paths, expressions, excluded fields
 */
function compileProjection(projection: Doc): (doc: Doc) => Doc {
  for (const [name, isWanted] of Object.entries(projection)) {
    if (isWanted === 1 && !/[.$]/.test(name)) continue;
    throw new CommandError('BadValue', `The projection of '${name}' is not supported by this document store`);
  }
  const kept = new Set(['_id', ...Object.keys(projection)]);
  return (doc) => Object.fromEntries(Object.entries(doc).filter(([name]) => kept.has(name)));
}

/**
 * Checks that a hint names an index, by its keys. It then has no effect: results do not depend on the index,
 * and MongoDB's choice is not this store's.
 *
 * @throws CommandError (BadValue)
 */
function checkHint({ indexes }: Collection, hint: Directions): void {
  const keysOf = (directions: Directions) => JSON.stringify(Object.entries(directions));
  if ([...indexes.values()].some(({ spec }) => keysOf(spec.key) === keysOf(hint))) return;
  throw new CommandError('BadValue', 'hint provided does not correspond to an existing index');
}

/** What to count: all documents (1), or groups with equal fields, which form the `_id` of the result. */
const countedSchema = z.union([z.literal(1), z.record(z.string(), z.string().check(z.regex(/^\$\w+$/)))]);

/** The pipeline of a driver's `countDocuments`, and the one that counts by fields. */
const countPipelineSchema = z.tuple([
  z.strictObject({ $match: docSchema }),
  z.strictObject({
    $group: z.strictObject({ _id: countedSchema, n: z.strictObject({ $sum: z.literal(1) }) }),
  }),
]);

interface Count {
  filter: Doc;
  by: z.infer<typeof countedSchema>;
}

/**
 * Parses a counting pipeline.
 * @throws CommandError for any other pipeline, naming its stages
 */
function parseCount(pipeline: Doc[]): Count {
  const counting = countPipelineSchema.safeParse(pipeline);
  if (counting.success) {
    const [{ $match: filter }, { $group }] = counting.data;
    return { filter, by: $group._id };
  }
  const stages = pipeline.flatMap((stage) => Object.keys(stage));
  if (stages.includes('$changeStream')) {
    throw new CommandError('Location40573', 'The $changeStream stage is only supported on replica sets');
  }
  throw new CommandError(
    'Location40324',
    `The pipeline ${stages.join(', ')} is not supported by this document store, which only counts`,
  );
}

/** Counts documents by group. A field missing from a document is also missing from the group's `_id`. */
function countBy(docs: readonly Doc[], by: Count['by']): Doc[] {
  const counts = new Map<string, { _id: unknown; n: number }>();
  for (const doc of docs) {
    const _id = by === 1 ? 1 : valuesOf(doc, by);
    const key = keyOf(_id);
    const known = counts.get(key);
    if (known) known.n += 1;
    else counts.set(key, { _id, n: 1 });
  }
  return [...counts.values()];
}

const valuesOf = (doc: Doc, by: Record<string, string>): Doc =>
  Object.fromEntries(
    Object.entries(by)
      .map(([name, path]): [string, unknown] => [name, doc[path.slice(1)]])
      .filter(([, value]) => value !== undefined),
  );
