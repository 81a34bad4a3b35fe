import * as z from 'zod/mini';
import type { Collection } from './collection.ts';
import { CommandError } from './command-error.ts';
import type { Doc } from './doc.ts';
import { compileFilter } from './filter.ts';
import { findRecords, sortBy } from './find-records.ts';
import { group } from './group.ts';
import { compileProjection } from './projection.ts';
import { countSchema, directionsSchema, docSchema } from './shapes.ts';

type Stage = (docs: Doc[], operand: unknown) => Doc[];

function defineStage<Operand>(
  name: string,
  schema: z.ZodMiniType<Operand>,
  run: (docs: Doc[], operand: Operand) => Doc[],
): Stage {
  return (docs, operand) => {
    const result = schema.safeParse(operand);
    if (result.success) return run(docs, result.data);
    throw new CommandError(
      'BadValue',
      `${name} of ${JSON.stringify(operand)} is not supported by this document store`,
    );
  };
}

/** The stages of this document store; any other is refused by name. */
const STAGES: Record<string, Stage> = {
  $match: defineStage('$match', docSchema, (docs, filter) => docs.filter(compileFilter(filter))),
  $group: defineStage('$group', docSchema, group),
  $sort: defineStage('$sort', directionsSchema, (docs, sort) => sortBy(docs, (doc) => doc, sort)),
  $skip: defineStage('$skip', countSchema, (docs, count) => docs.slice(count)),
  $limit: defineStage('$limit', z.int().check(z.positive()), (docs, count) => docs.slice(0, count)),
  $project: defineStage('$project', docSchema, (docs, projection) => docs.map(compileProjection(projection))),
  $count: defineStage('$count', z.string().check(z.regex(/^[^$.]+$/)), (docs, name) =>
    docs.length === 0 ? [] : [{ [name]: docs.length }],
  ),
};

/**
 * Runs a pipeline over a collection. A `$match` at its head uses the indexes.
 *
 * @throws CommandError for stages, accumulators and expressions outside the store's dialect
 */
export function aggregate(pipeline: Doc[], collection: Collection | undefined): Doc[] {
  const stages = pipeline.map(stageOf);
  const filter = docSchema.safeParse(pipeline[0]?.$match).data ?? {};
  const found = collection ? findRecords(collection, { filter }).map((record) => record.doc) : [];
  return stages.reduce((docs, { run, operand }) => run(docs, operand), found);
}

function stageOf(stage: Doc) {
  const [[name, operand] = ['', undefined], ...others] = Object.entries(stage);
  if (others.length > 0) {
    throw new CommandError(
      'Location40324',
      'A pipeline stage specification object must contain exactly one field',
    );
  }
  if (name === '$changeStream') {
    throw new CommandError('Location40573', 'The $changeStream stage is only supported on replica sets');
  }
  const run = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (run) return { run, operand };
  throw new CommandError(
    'Location40324',
    `Unrecognized pipeline stage name: '${name}', to this document store`,
  );
}
