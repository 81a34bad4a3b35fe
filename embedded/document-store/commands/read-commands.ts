import { serialize } from 'bson';
import * as z from 'zod/mini';
import { aggregate } from '../aggregate.ts';
import { keyOf } from '../bson-key.ts';
import { compileFilter } from '../filter.ts';
import { findRecords, type Search } from '../find-records.ts';
import { valuesAt } from '../path-values.ts';
import { compileProjection } from '../projection.ts';
import { countSchema, directionsSchema, docSchema } from '../shapes.ts';
import type { StoredRecord } from '../stored-record.ts';
import { type Command, type CommandContext, defineCommand } from './command.ts';

function search({ store, database }: CommandContext, name: string, what: Search): StoredRecord[] {
  const collection = store.get(`${database}.${name}`);
  if (collection) return findRecords(collection, what);
  compileFilter(what.filter);
  return [];
}

const find = defineCommand(
  z.strictObject({
    find: z.string(),
    filter: z.optional(docSchema),
    projection: z.optional(docSchema),
    sort: z.optional(directionsSchema),
    skip: z.optional(countSchema),
    limit: z.optional(countSchema),
    batchSize: z.optional(countSchema),
    singleBatch: z.optional(z.boolean()),
    hint: z.optional(z.unknown()),
    allowDiskUse: z.optional(z.boolean()),
    noCursorTimeout: z.optional(z.boolean()),
  }),
  ({ find: name, filter = {}, projection = {}, sort, skip, limit, batchSize, singleBatch }, context) => {
    const project = compileProjection(projection);
    const isWhole = Object.keys(projection).length === 0;
    const records = search(context, name, { filter, sort, skip, limit });
    const results = records.map((record) => (isWhole ? record.raw : serialize(project(record.doc))));
    return context.cursors.begin(`${context.database}.${name}`, results, batchSize, singleBatch);
  },
);

const getMore = defineCommand(
  z.strictObject({ getMore: z.int(), collection: z.string(), batchSize: z.optional(countSchema) }),
  ({ getMore: id, collection, batchSize }, { cursors, database }) =>
    cursors.next(id, `${database}.${collection}`, batchSize || undefined),
);

const killCursors = defineCommand(
  z.strictObject({ killCursors: z.string(), cursors: z.array(z.int()) }),
  ({ cursors: ids }, { cursors }) => {
    const cursorsKilled = ids.filter((id) => cursors.kill(id));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
);

const count = defineCommand(
  z.strictObject({
    count: z.string(),
    query: z.optional(docSchema),
    skip: z.optional(countSchema),
    limit: z.optional(countSchema),
    hint: z.optional(z.unknown()),
  }),
  ({ count: name, query = {}, skip, limit }, context) => ({
    n: search(context, name, { filter: query, skip, limit }).length,
  }),
);

const distinct = defineCommand(
  z.strictObject({
    distinct: z.string(),
    key: z.string(),
    query: z.optional(docSchema),
    hint: z.optional(z.unknown()),
  }),
  ({ distinct: name, key: path, query = {} }, context) => {
    const values = search(context, name, { filter: query })
      .flatMap((record) => valuesAt(record.doc, path).flat())
      .filter((value) => value !== undefined);
    return { values: [...new Map(values.map((value) => [keyOf(value), value])).values()] };
  },
);

const aggregateCommand = defineCommand(
  z.strictObject({
    aggregate: z.union([z.string(), z.literal(1)]),
    pipeline: z.array(docSchema),
    cursor: z.strictObject({ batchSize: z.optional(countSchema) }),
    hint: z.optional(z.unknown()),
    allowDiskUse: z.optional(z.boolean()),
  }),
  ({ aggregate: name, pipeline, cursor }, context) => {
    const namespace = `${context.database}.${name}`;
    const results = aggregate(pipeline, context.store.get(namespace)).map((doc) => serialize(doc));
    return context.cursors.begin(namespace, results, cursor.batchSize);
  },
);

/** Commands that change nothing. A collection that does not exist reads as an empty one. */
export const readCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate: aggregateCommand,
};
