import { ObjectId, serialize } from 'bson';
import { keyOf } from './bson-key.ts';
import { CollectionIndex, ID_INDEX, type IndexKeys, type IndexSpec } from './collection-index.ts';
import { CommandError } from './command-error.ts';
import { type Doc, decode, StoredRecord } from './document.ts';
import type { Change } from './log.ts';

/** The largest document, in bytes of BSON. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * The documents of one namespace in insertion order, with their indexes. Every change is passed to `onChange`
 * with a function that undoes it, which is valid until the next change.
 */
export class Collection {
  readonly namespace: string;
  /** By `keyOf` of their `_id`. */
  readonly records = new Map<string, StoredRecord>();
  /** By name. */
  readonly indexes = new Map<string, CollectionIndex>();
  readonly #onChange: (change: Change, undo: () => void) => void;

  constructor(namespace: string, onChange: (change: Change, undo: () => void) => void) {
    this.namespace = namespace;
    this.#onChange = onChange;
    this.indexes.set(ID_INDEX.name, new CollectionIndex(ID_INDEX));
  }

  /**
   * Inserts a document, with `_id` as its first field.
   *
   * @throws CommandError DuplicateKey, InvalidIdField, BSONObjectTooLarge
   */
  insert(given: Doc): StoredRecord {
    const { _id = new ObjectId(), ...rest } = given;
    const doc = { _id, ...rest };
    if (Array.isArray(_id)) {
      throw new CommandError('InvalidIdField', "The '_id' value cannot be of type array");
    }
    const raw = encode(doc);
    const keys = this.#keysFor(doc);
    const record = new StoredRecord(keyOf(_id), raw);
    this.records.set(record.key, record);
    for (const [index, indexKeys] of keys) index.add(indexKeys, record);
    this.#onChange({ op: 'put', namespace: this.namespace, raw }, () => this.remove(record));
    return record;
  }

  /**
   * Replaces the document of a record.
   *
   * @param changed the top-level fields that may differ; any if omitted
   * @returns false if the document is unchanged
   * @throws CommandError DuplicateKey, ImmutableField, BSONObjectTooLarge
   */
  replace(record: StoredRecord, doc: Doc, changed?: ReadonlySet<string>): boolean {
    if (keyOf(doc._id) !== record.key) {
      throw new CommandError(
        'ImmutableField',
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    }
    const raw = encode(doc);
    if (Buffer.compare(raw, record.raw) === 0) return false;
    for (const [index, keys] of this.#keysFor(doc, { self: record, changed })) {
      const formerKeys = index.keysOf(record.doc);
      if (areSame(keys, formerKeys)) continue;
      index.remove(formerKeys, record);
      index.add(keys, record);
    }
    const former = record.raw;
    record.raw = raw;
    this.#onChange({ op: 'put', namespace: this.namespace, raw }, () => this.replace(record, decode(former)));
    return true;
  }

  /** Upserts a document by its `_id`. */
  put(doc: Doc): void {
    const record = this.records.get(keyOf(doc._id));
    if (record) this.replace(record, doc);
    else this.insert(doc);
  }

  remove(record: StoredRecord): void {
    for (const index of this.indexes.values()) index.remove(index.keysOf(record.doc), record);
    this.records.delete(record.key);
    this.#onChange({ op: 'remove', namespace: this.namespace, id: record.doc._id }, () => {
      this.records.set(record.key, record);
      for (const index of this.indexes.values()) index.add(index.keysOf(record.doc), record);
    });
  }

  /**
   * Adds an index and indexes the existing documents.
   *
   * @throws CommandError (DuplicateKey) if the documents violate it
   */
  addIndex(spec: IndexSpec): void {
    const index = new CollectionIndex(spec);
    for (const record of this.records.values()) {
      const keys = index.keysOf(record.doc);
      index.checkUnique(keys, record.doc, { namespace: this.namespace, self: record });
      index.add(keys, record);
    }
    this.indexes.set(spec.name, index);
    this.#onChange({ op: 'createIndex', namespace: this.namespace, spec }, () => this.dropIndex(spec.name));
  }

  /** Drops an index. @returns whether it existed */
  dropIndex(name: string): boolean {
    const index = this.indexes.get(name);
    if (!index) return false;
    this.indexes.delete(name);
    this.#onChange({ op: 'dropIndex', namespace: this.namespace, name }, () => this.indexes.set(name, index));
    return true;
  }

  /**
   * Returns the keys of a document in every index, or in those that depend on `changed` fields, after
   * checking the unique ones among them.
   */
  #keysFor(
    doc: Doc,
    { self, changed }: { self?: StoredRecord; changed?: ReadonlySet<string> | undefined } = {},
  ): [CollectionIndex, IndexKeys][] {
    const indexes = [...this.indexes.values()];
    const affected = changed ? indexes.filter((index) => index.dependsOn(changed)) : indexes;
    return affected.map((index) => {
      const keys = index.keysOf(doc);
      index.checkUnique(keys, doc, { namespace: this.namespace, self });
      return [index, keys];
    });
  }
}

const areSame = (keys: IndexKeys, others: IndexKeys): boolean =>
  areEqual(keys.full, others.full) && areEqual(keys.leading, others.leading);

const areEqual = (texts: readonly string[], others: readonly string[]): boolean =>
  texts.length === others.length && texts.every((text, at) => text === others[at]);

function encode(doc: Doc): Uint8Array {
  const raw = serialize(doc);
  if (raw.length > MAX_DOCUMENT_BYTES) {
    throw new CommandError(
      'BSONObjectTooLarge',
      `BSONObj size: ${raw.length} is invalid. Size must be at most ${MAX_DOCUMENT_BYTES}`,
    );
  }
  return raw;
}
