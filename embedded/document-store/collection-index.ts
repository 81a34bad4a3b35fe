import * as z from 'zod/mini';
import { keyOf, keysAt } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import {
  crossesArray,
  type Doc,
  directionsSchema,
  docSchema,
  type StoredRecord,
  topFieldOf,
  valuesAt,
} from './document.ts';
import { clausesOf, compileFilter, type Matches, operatorsOf } from './filter.ts';

/** An index as declared by `createIndexes` and stored in the log. */
export const indexSpecSchema = z.strictObject({
  name: z.string(),
  key: directionsSchema,
  unique: z.optional(z.boolean()),
  partialFilterExpression: z.optional(docSchema),
  /** Seconds after the time in the indexed field until the document is deleted. */
  expireAfterSeconds: z.optional(z.int().check(z.minimum(0))),
});

/** See `indexSpecSchema`. */
export type IndexSpec = z.infer<typeof indexSpecSchema>;

/** The index of every collection. */
export const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true };

/**
 * Which documents an index contains: all, those that have the field at its first path, or those that its
 * partial filter covers otherwise.
 */
type Coverage = 'all' | 'present' | 'some';

/** The keys of one document: `full` over all paths of the index, `leading` over its first. */
export type IndexKeys = { full: string[]; leading: string[] };

/**
 * A hash index. A unique index maps each full key to its record; every index finds records by the value of
 * its first path. A range scans all documents of an index of those that have the field, or else all
 * candidates. Sorts do not use indexes.
 */
export class CollectionIndex {
  readonly spec: IndexSpec;
  readonly paths: string[];
  readonly coverage: Coverage;
  readonly #isCovered: Matches;
  /** The top-level fields that decide the keys of a document, and operators over several, such as `$or`. */
  readonly #fields: readonly string[];
  readonly #owners = new Map<string, StoredRecord>();
  readonly #buckets = new Map<string, Set<StoredRecord>>();
  readonly #records = new Set<StoredRecord>();

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.paths = Object.keys(spec.key);
    this.coverage = coverageOf(spec);
    this.#isCovered = compileFilter(spec.partialFilterExpression ?? {});
    const covered = clausesOf(spec.partialFilterExpression ?? {}).map(([path]) => path);
    this.#fields = [...this.paths, ...covered].map(topFieldOf);
  }

  /** Whether no document is in the index. */
  get isEmpty(): boolean {
    return this.#buckets.size === 0;
  }

  /** The documents in the index, if they are those that have the field at its first path. */
  get records(): ReadonlySet<StoredRecord> {
    return this.#records;
  }

  /** Whether a change of these top-level fields may change the keys of a document. */
  dependsOn(fields: ReadonlySet<string>): boolean {
    return this.#fields.some((field) => field.startsWith('$') || fields.has(field));
  }

  /** Returns the keys of a document, one per element of an array; none if a partial index excludes it. */
  keysOf(doc: Doc): IndexKeys {
    if (!this.#isCovered(doc)) return { full: [], leading: [] };
    if (this.paths.length > 1 && this.paths.filter((path) => crossesArray(doc, path)).length > 1) {
      throw new CommandError(
        'CannotIndexParallelArrays',
        `Cannot index parallel arrays in ${this.spec.name}`,
      );
    }
    const [leading = [], ...others] = this.paths.map((path) => keysAt(doc, path));
    const full = others.reduce(
      (keys, next) => keys.flatMap((key) => next.map((part) => key + part)),
      leading,
    );
    return { full, leading };
  }

  /**
   * Checks a unique index.
   * @throws CommandError (DuplicateKey) if a key belongs to a record other than `self`
   */
  checkUnique(
    { full }: IndexKeys,
    doc: Doc,
    { namespace, self }: { namespace: string; self?: StoredRecord },
  ): void {
    const isTaken = full.some((key) => (this.#owners.get(key) ?? self) !== self);
    if (isTaken) throw this.#duplicateKey(namespace, doc);
  }

  add({ full, leading }: IndexKeys, record: StoredRecord): void {
    if (this.coverage === 'present' && leading.length > 0) this.#records.add(record);
    if (this.spec.unique) for (const key of full) this.#owners.set(key, record);
    for (const key of leading) {
      const bucket = this.#buckets.get(key);
      if (bucket) bucket.add(record);
      else this.#buckets.set(key, new Set([record]));
    }
  }

  remove({ full, leading }: IndexKeys, record: StoredRecord): void {
    this.#records.delete(record);
    for (const key of full) this.#owners.delete(key);
    for (const key of leading) {
      const bucket = this.#buckets.get(key);
      bucket?.delete(record);
      if (bucket?.size === 0) this.#buckets.delete(key);
    }
  }

  /** Returns the sets of records with one of these values (no arrays) at the first path of the index. */
  lookUp(values: unknown[]): ReadonlySet<StoredRecord>[] {
    const keys = new Set(values.map(keyOf));
    return [...keys].flatMap((key) => this.#buckets.get(key) ?? []);
  }

  #duplicateKey(namespace: string, doc: Doc): CommandError {
    const keyValue = Object.fromEntries(this.paths.map((path) => [path, valuesAt(doc, path)[0] ?? null]));
    const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
    return new CommandError(
      'DuplicateKey',
      `E11000 duplicate key error collection: ${namespace} index: ${this.spec.name} dup key: { ${shown.join(', ')} }`,
      { keyPattern: this.spec.key, keyValue },
    );
  }
}

function coverageOf({ key, partialFilterExpression }: IndexSpec): Coverage {
  if (!partialFilterExpression) return 'all';
  const [[path, condition] = [], ...others] = clausesOf(partialFilterExpression);
  const [[operator, operand] = [], ...more] = operatorsOf(condition);
  const isPresence = operator === '$exists' && operand === true && more.length === 0;
  return isPresence && path === Object.keys(key)[0] && others.length === 0 ? 'present' : 'some';
}
