import type { Collection } from './collection.ts';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';
import { compileFilter } from './filter.ts';
import { findRecords, sortBy } from './find-records.ts';
import { group } from './group.ts';
import type { Sort } from './plan.ts';
import { compileProjection } from './projection.ts';

/** The stages of this document store. */
const STAGES: Record<string, (docs: Doc[], operand: unknown) => Doc[]> = {
  $match: (docs, operand) => docs.filter(compileFilter(docOperand('$match', operand))),
  $group: (docs, operand) => group(docs, docOperand('$group', operand)),
  $sort: (docs, operand) => sortBy(docs, (doc) => doc, sortOperand(operand)),
  $skip: (docs, operand) => docs.slice(countOperand('$skip', operand, 0)),
  $limit: (docs, operand) => docs.slice(0, countOperand('$limit', operand, 1)),
  $project: (docs, operand) =>
    docs.map(compileProjection(docOperand('$project', operand)) ?? refuseEmptyProject()),
  $count: (docs, operand) => (docs.length === 0 ? [] : [{ [nameOperand('$count', operand)]: docs.length }]),
};

/**
 * Runs a pipeline over a collection. A `$match` at its head uses the indexes.
 *
 * @throws CommandError for stages, accumulators and expressions outside the store's dialect
 */
export function aggregate(pipeline: Doc[], collection: Collection | undefined): Doc[] {
  const stages = pipeline.map(stageOf);
  const [head] = stages;
  const filter = head?.name === '$match' ? docOperand('$match', head.operand) : {};
  const found = collection ? findRecords(collection, { filter }).map((record) => record.doc) : [];
  return stages.reduce((docs, { run, operand }) => run(docs, operand), found);
}

function stageOf(stage: Doc) {
  const [name = '', ...others] = Object.keys(stage);
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
  if (!run)
    throw new CommandError(
      'Location40324',
      `Unrecognized pipeline stage name: '${name}' is not supported by this document store`,
    );
  return { name, run, operand: stage[name] };
}

function docOperand(name: string, operand: unknown): Doc {
  if (!isDoc(operand)) throw new CommandError('BadValue', `the ${name} stage needs a document`);
  return operand;
}

function sortOperand(operand: unknown): Sort {
  const entries = Object.entries(docOperand('$sort', operand)).map(([path, direction]): [string, 1 | -1] => {
    if (direction !== 1 && direction !== -1)
      throw new CommandError('BadValue', '$sort key ordering must be 1 or -1');
    return [path, direction];
  });
  return Object.fromEntries(entries);
}

function countOperand(name: string, operand: unknown, least: number): number {
  if (typeof operand === 'number' && Number.isInteger(operand) && operand >= least) return operand;
  throw new CommandError('BadValue', `the ${name} stage needs a whole number of at least ${least}`);
}

function nameOperand(name: string, operand: unknown): string {
  if (typeof operand === 'string' && /^[^$.\0][^.\0]*$/.test(operand)) return operand;
  throw new CommandError('BadValue', `the ${name} stage needs a field name`);
}

function refuseEmptyProject(): never {
  throw new CommandError('BadValue', 'A $project stage must name at least one field');
}
