import { invertKey, keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import type { Doc } from './doc.ts';
import { compileFilter, type Matches } from './filter.ts';
import type { IndexSpec } from './index-spec.ts';
import { keysAt, valuesAt } from './path-values.ts';
import { SortedSet } from './sorted-set.ts';
import type { StoredRecord } from './stored-record.ts';

/** One path of an index. */
export type IndexField = { path: string; isDescending: boolean };

/** An ordered index over one or more paths, with one entry per element where a path crosses an array. */
export class CollectionIndex {
  readonly spec: IndexSpec;
  readonly fields: IndexField[];
  readonly entries = new SortedSet<StoredRecord>();
  /** Once a document had several keys, an entry does not stand for a whole one: no order, and one bound of a range only. */
  isMultikey = false;
  readonly #isCovered: Matches;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key).map(([path, direction]) => ({
      path,
      isDescending: direction < 0,
    }));
    this.#isCovered = spec.partialFilterExpression ? compileFilter(spec.partialFilterExpression) : () => true;
  }

  /** The keys of a document in this index: none if the index is partial and leaves the document out. */
  keysOf(doc: Doc): string[] {
    if (!this.#isCovered(doc)) return [];
    let keys = [''];
    let arrays = 0;
    for (const { path, isDescending } of this.fields) {
      const part = keysAt(doc, path);
      if (part.isMultiple && ++arrays > 1) {
        throw new CommandError(
          'CannotIndexParallelArrays',
          `Cannot index parallel arrays in ${this.spec.name}`,
        );
      }
      const suffixes = isDescending ? part.keys.map(invertKey) : part.keys;
      keys = keys.flatMap((key) => suffixes.map((suffix) => key + suffix));
    }
    return keys;
  }

  /** Whether another record holds one of the keys already. */
  isTaken(keys: string[], self?: StoredRecord): boolean {
    return keys.some((key) => [...this.entries.range(key, `${key}\0`)].some(({ value }) => value !== self));
  }

  add(keys: string[], record: StoredRecord): void {
    if (keys.length > 1) this.isMultikey = true;
    for (const key of keys) this.entries.add({ key, tie: record.key, value: record });
  }

  remove(keys: string[], record: StoredRecord): void {
    for (const key of keys) this.entries.delete({ key, tie: record.key });
  }

  /** MongoDB's refusal of a second document with the same key, naming index and value. */
  duplicate(namespace: string, doc: Doc): CommandError {
    const keyValue = Object.fromEntries(
      this.fields.map(({ path }) => [path, valuesAt(doc, path)[0] ?? null]),
    );
    const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
    return new CommandError(
      'DuplicateKey',
      `E11000 duplicate key error collection: ${namespace} index: ${this.spec.name} dup key: { ${shown.join(', ')} }`,
      { keyPattern: this.spec.key, keyValue },
    );
  }
}

/** The key by which a collection finds a document: that of its `_id`. */
export const idKeyOf = (doc: Doc): string => keyOf(doc._id);
