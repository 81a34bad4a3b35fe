import { invertKey, keysAt } from './bson-key.ts';
import type { Collection } from './collection.ts';
import type { Directions, Doc, StoredRecord } from './document.ts';
import { clausesOf, compileFilter, operatorsOf } from './filter.ts';

/** Search options. `limit` 0 means no limit. */
type Search = {
  filter: Doc;
  sort?: Directions | undefined;
  limit?: number | undefined;
};

/**
 * Finds the matching records in sort order, or in unspecified order without a sort. Returns none if the
 * collection does not exist.
 *
 * @throws CommandError for an unsupported filter
 */
export function findRecords(
  collection: Collection | undefined,
  { filter, sort = {}, limit = 0 }: Search,
): StoredRecord[] {
  const matches = compileFilter(filter);
  if (!collection) return [];
  const isSorted = Object.keys(sort).length > 0;
  const found: StoredRecord[] = [];
  for (const record of candidatesFor(collection, filter)) {
    if (!matches(record.doc)) continue;
    found.push(record);
    if (!isSorted && found.length === limit) break;
  }
  if (!isSorted) return found;
  return sortRecords(found, sort).slice(0, limit || undefined);
}

/**
 * Returns a superset of the matches: the smallest set that an index finds for a condition in the filter,
 * otherwise all records. An index finds equal values. One of the documents that have a field also finds
 * those, for any condition that a missing field does not meet.
 */
export function candidatesFor({ indexes, records }: Collection, filter: Doc): Iterable<StoredRecord> {
  let fewest: { sets: readonly ReadonlySet<StoredRecord>[]; size: number } | undefined;
  for (const [path, condition] of clausesOf(filter)) {
    const values = equalValues(condition);
    const isComplete = {
      all: values !== undefined,
      present: requiresPresence(condition),
      some: false,
    };
    for (const index of indexes.values()) {
      if (index.paths[0] !== path || !isComplete[index.coverage]) continue;
      const sets = values ? index.lookUp(values) : [index.records];
      const size = sets.reduce((sum, set) => sum + set.size, 0);
      if (!fewest || size < fewest.size) fewest = { sets, size };
    }
  }
  if (!fewest) return records.values();
  const [first = new Set(), ...others] = fewest.sets;
  return others.length === 0 ? first : new Set(fewest.sets.flatMap((set) => [...set]));
}

/** Whether no document without the field meets a condition. */
function requiresPresence(condition: unknown): boolean {
  const isValue = (value: unknown) => value !== null && value !== undefined;
  return operatorsOf(condition).some(([name, operand]) => {
    if (name === '$exists') return Boolean(operand);
    if (name === '$in') return Array.isArray(operand) && operand.every(isValue);
    return ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(name) && isValue(operand);
  });
}

/** Returns the values that a condition accepts; undefined if one is an array, which indexes do not store. */
function equalValues(condition: unknown): unknown[] | undefined {
  const { $eq, $in } = Object.fromEntries(operatorsOf(condition).map(([name, operand]) => [name, [operand]]));
  const values = $eq ?? $in?.flat();
  return values?.some(Array.isArray) ? undefined : values;
}

/** Sorts by MongoDB's order of types. An array sorts by its smallest element, descending by its largest. */
function sortRecords(records: StoredRecord[], sort: Directions): StoredRecord[] {
  const paths = Object.entries(sort);
  const keyed = records.map((record) => ({
    record,
    key: paths.map(([path, direction]) => sortKey(record.doc, path, direction)).join(''),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ record }) => record);
}

function sortKey(doc: Doc, path: string, direction: 1 | -1): string {
  const keys = keysAt(doc, path).toSorted();
  return direction > 0 ? (keys.at(0) ?? '') : invertKey(keys.at(-1) ?? '');
}
