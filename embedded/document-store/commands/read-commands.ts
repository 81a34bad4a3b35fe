import { serialize } from 'bson';
import * as z from 'zod/mini';
import { aggregate } from '../aggregate.ts';
import { findRecords } from '../find-records.ts';
import { compileProjection } from '../projection.ts';
import { countSchema, directionsSchema, docSchema } from '../shapes.ts';
import { type Command, defineCommand } from './command.ts';

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
    { find: name, filter = {}, projection = {}, sort, limit, batchSize, singleBatch },
    { store, cursors, database },
  ) => {
    const namespace = `${database}.${name}`;
    const project = compileProjection(projection);
    const isWhole = Object.keys(projection).length === 0;
    const records = findRecords(store.get(namespace), { filter, sort, limit });
    const results = records.map((record) => (isWhole ? record.raw : serialize(project(record.doc))));
    return cursors.begin(namespace, results, batchSize, singleBatch);
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

const aggregateCommand = defineCommand(
  z.strictObject({
    aggregate: z.string(),
    pipeline: z.array(docSchema),
    cursor: z.strictObject({ batchSize: z.optional(countSchema) }),
  }),
  ({ aggregate: name, pipeline, cursor }, { store, cursors, database }) => {
    const namespace = `${database}.${name}`;
    const results = aggregate(pipeline, store.get(namespace)).map((doc) => serialize(doc));
    return cursors.begin(namespace, results, cursor.batchSize);
  },
);

/** Commands that change nothing. A collection that does not exist reads as an empty one. */
export const readCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  aggregate: aggregateCommand,
};
