import { invertKey } from './bson-key.ts';
import type { Collection } from './collection.ts';
import type { Doc } from './doc.ts';
import { compileFilter } from './filter.ts';
import { keysAt } from './path-values.ts';
import { type Plan, planQuery } from './plan.ts';
import type { Directions } from './shapes.ts';
import type { StoredRecord } from './stored-record.ts';

/** What to look for. `limit` 0 means all. */
type Search = {
  filter: Doc;
  sort?: Directions | undefined;
  limit?: number | undefined;
};

/**
 * The records that match, in the order of the sort, else as the store comes upon them. A collection that does not exist has none.
 *
 * @throws CommandError for a filter outside the store's dialect
 */
export function findRecords(
  collection: Collection | undefined,
  { filter, sort = {}, limit = 0 }: Search,
): StoredRecord[] {
  const matches = compileFilter(filter);
  if (!collection) return [];
  const plan = planQuery(collection.indexes.values(), filter, sort);
  const isSorted = plan?.isSorted || Object.keys(sort).length === 0;
  const enough = isSorted && limit > 0 ? limit : Number.POSITIVE_INFINITY;

  const found: StoredRecord[] = [];
  for (const record of plan ? walk(plan) : collection.records.values()) {
    if (found.length >= enough) break;
    if (matches(record.doc)) found.push(record);
  }
  const inOrder = isSorted ? found : sortRecords(found, sort);
  return limit > 0 ? inOrder.slice(0, limit) : inOrder;
}

/** The records of a plan's ranges, each once. */
function* walk({ index, ranges, isReverse }: Plan): Generator<StoredRecord> {
  const seen = new Set<StoredRecord>();
  for (const [from, to] of ranges) {
    for (const { value } of index.entries.range(from, to, isReverse)) {
      if (index.isMultikey && seen.size === seen.add(value).size) continue;
      yield value;
    }
  }
}

/** Sorts by the order of all types; an array counts as its least element, or its greatest where the sort descends. */
function sortRecords(records: StoredRecord[], sort: Directions): StoredRecord[] {
  const paths = Object.entries(sort);
  const keyed = records.map((record) => ({
    record,
    key: paths.map(([path, direction]) => sortKey(record.doc, path, direction)).join(''),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ record }) => record);
}

function sortKey(doc: Doc, path: string, direction: 1 | -1): string {
  const keys = keysAt(doc, path).keys.toSorted();
  return direction > 0 ? (keys.at(0) ?? '') : invertKey(keys.at(-1) ?? '');
}
