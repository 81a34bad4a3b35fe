import { invertKey } from './bson-key.ts';
import type { Collection } from './collection.ts';
import type { Doc } from './doc.ts';
import { compileFilter } from './filter.ts';
import { keysAt } from './path-values.ts';
import { type Plan, planQuery } from './plan.ts';
import type { Directions } from './shapes.ts';
import type { StoredRecord } from './stored-record.ts';

/** What to look for. `limit` 0 means all. */
export type Search = {
  filter: Doc;
  sort?: Directions | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
};

/** The records that match, in the order of the sort, else as the store comes upon them. */
export function findRecords(
  collection: Collection,
  { filter, sort = {}, skip = 0, limit = 0 }: Search,
): StoredRecord[] {
  const matches = compileFilter(filter);
  const plan = planQuery(collection.indexes.values(), filter, sort);
  const isSorted = plan?.isSorted || Object.keys(sort).length === 0;
  const enough = isSorted && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;

  const found: StoredRecord[] = [];
  for (const record of plan ? walk(plan) : collection.records.values()) {
    if (found.length >= enough) break;
    if (matches(record.doc)) found.push(record);
  }
  const inOrder = isSorted ? found : sortBy(found, (record) => record.doc, sort);
  return inOrder.slice(skip, limit > 0 ? skip + limit : undefined);
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
export function sortBy<T>(items: T[], docOf: (item: T) => Doc, sort: Directions): T[] {
  const paths = Object.entries(sort);
  const keyed = items.map((item) => ({
    item,
    key: paths.map(([path, direction]) => sortKey(docOf(item), path, direction)).join(''),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

function sortKey(doc: Doc, path: string, direction: 1 | -1): string {
  const keys = keysAt(doc, path).keys.toSorted();
  return direction > 0 ? (keys.at(0) ?? '') : invertKey(keys.at(-1) ?? '');
}
