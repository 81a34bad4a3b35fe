import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../directory-lock.ts';
import { keyOf } from './bson-key.ts';
import { Collection } from './collection.ts';
import { ID_INDEX } from './collection-index.ts';
import { CommandError } from './command-error.ts';
import { decode } from './document.ts';
import { findRecords } from './find-records.ts';
import { type Change, isDiskFullError, Log } from './log.ts';

/** All collections in memory, by namespace (`database.collection`). Persistent if a directory is given. */
export class DocumentStore {
  readonly #collections = new Map<string, Collection>();
  readonly #log: Log | undefined;
  readonly #unlock: () => void = () => {};
  #changes: { change: Change; undo: () => void }[] = [];
  #isFull = false;

  /**
   * Opens the store, replaying and compacting its log.
   * @throws DirectoryInUseError or DamagedLogError
   */
  constructor(directory?: string) {
    if (directory === undefined) return;
    mkdirSync(directory, { recursive: true });
    this.#unlock = lockDirectory(directory);
    try {
      this.#log = new Log(join(directory, 'log'), (change) => this.#apply(change));
    } catch (error) {
      this.#unlock();
      throw error;
    }
    this.#changes = [];
    this.#log.compact(this.#liveBytes(), this.#snapshot());
  }

  get(namespace: string): Collection | undefined {
    return this.#collections.get(namespace);
  }

  /** Returns the collection of this name, creating it if necessary. */
  getOrCreate(namespace: string): Collection {
    const existing = this.#collections.get(namespace);
    if (existing) return existing;
    if (!/^[^.$ \0]+\.[^$\0]+$/.test(namespace)) {
      throw new CommandError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
    }
    const collection = new Collection(namespace, (change, undo) => this.#changes.push({ change, undo }));
    this.#collections.set(namespace, collection);
    this.#changes.push({
      change: { op: 'create', namespace },
      undo: () => this.#collections.delete(namespace),
    });
    return collection;
  }

  drop(namespace: string): void {
    const collection = this.#collections.get(namespace);
    if (!collection) return;
    this.#collections.delete(namespace);
    this.#changes.push({
      change: { op: 'drop', namespace },
      undo: () => this.#collections.set(namespace, collection),
    });
  }

  /** Returns the collections of a database. */
  collectionsOf(database: string): Collection[] {
    return [...this.#collections.values()].filter(({ namespace }) => namespace.startsWith(`${database}.`));
  }

  all(): Iterable<Collection> {
    return this.#collections.values();
  }

  /** Deletes documents that a TTL index has expired. `now` is in epoch milliseconds. */
  deleteExpired(now: number): void {
    for (const collection of this.all()) {
      for (const { spec, paths } of collection.indexes.values()) {
        if (spec.expireAfterSeconds === undefined) continue;
        const $lte = new Date(now - spec.expireAfterSeconds * 1000);
        const conditions = paths.map((path) => ({ [path]: { $lte } }));
        const filter = { $and: [...conditions, spec.partialFilterExpression ?? {}] };
        for (const record of findRecords(collection, { filter })) collection.remove(record);
      }
    }
  }

  /**
   * Appends the changes since the last call to the log.
   *
   * @throws CommandError OutOfDiskSpace if the disk is full; the changes are undone
   * @throws Error if the log cannot be written for another reason
   */
  commit(): void {
    const changes = this.#changes;
    this.#changes = [];
    if (changes.length === 0 || !this.#log) return;
    try {
      this.#log.append(changes.map(({ change }) => change));
      this.#noteRoom(true);
    } catch (error) {
      if (!isDiskFullError(error)) throw error;
      for (const { undo } of changes.toReversed()) undo();
      this.#changes = [];
      this.#noteRoom(false);
      throw new CommandError('OutOfDiskSpace', 'The disk is full: nothing can be written, only read');
    }
  }

  #noteRoom(hasRoom: boolean): void {
    if (this.#isFull !== hasRoom) return;
    this.#isFull = !hasRoom;
    process.stderr.write(
      hasRoom ? 'the disk has room again: writes go on\n' : 'the disk is full: writes are refused\n',
    );
  }

  /** Resolves when all committed changes are on disk; immediately without a log. */
  async flush(): Promise<void> {
    await this.#log?.flush();
  }

  close(): void {
    this.commit();
    this.#log?.close();
    this.#unlock();
  }

  /** Applies a change from the log. */
  #apply(change: Change): void {
    if (change.op === 'drop') {
      this.drop(change.namespace);
      return;
    }
    const collection = this.getOrCreate(change.namespace);
    if (change.op === 'put') {
      collection.put(decode(change.raw));
    } else if (change.op === 'remove') {
      const record = collection.records.get(keyOf(change.id));
      if (record) collection.remove(record);
    } else if (change.op === 'createIndex') {
      collection.addIndex(change.spec);
    } else if (change.op === 'dropIndex') {
      collection.dropIndex(change.name);
    }
    this.#changes.length = 0;
  }

  #liveBytes(): number {
    let bytes = 0;
    for (const { records } of this.all()) for (const { raw } of records.values()) bytes += raw.length;
    return bytes;
  }

  *#snapshot(): Generator<Change> {
    for (const { namespace, records, indexes } of this.all()) {
      yield { op: 'create', namespace };
      for (const { spec } of indexes.values()) {
        if (spec.name !== ID_INDEX.name) yield { op: 'createIndex', namespace, spec };
      }
      for (const { raw } of records.values()) yield { op: 'put', namespace, raw };
    }
  }
}
