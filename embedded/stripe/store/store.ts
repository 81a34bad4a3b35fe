import { type Journal, openJournal } from './journal.ts';
import type { Change, TableName, Tables } from './tables.ts';

/** The request that caused a change, as its events name it; null when time did. */
export type RequestMark = { id: string; idempotency_key: string | null } | null;

/** The books, open for one piece of work: reads see its own writes, and either all of them are kept or none. */
export interface Books {
  /** Unix seconds on the simulator's clock. */
  readonly now: number;
  readonly request: RequestMark;
  /** Where events are sent. */
  readonly webhookUrls: readonly string[];
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** Newest first. */
  list<T extends TableName>(table: T): Tables[T][];
  put<T extends TableName>(table: T, record: Tables[T]): void;
  remove(table: TableName, id: string): void;
}

/** All that the simulator remembers. */
export interface Store {
  /** Milliseconds on the simulator's clock. */
  now(): number;
  /** Moves the clock forward, and keeps it there. */
  advanceClock(seconds: number): void;
  /** Runs `work` uninterrupted and keeps what it wrote, on disk before this returns. Keeps nothing when it throws. */
  transact<R>(request: RequestMark, work: (books: Books) => R): R;
  /** Calls `listener` after each transaction that wrote something. */
  onCommit(listener: () => void): void;
  /** Forgets everything, the clock's lead too. */
  reset(): void;
  close(): void;
}

const REPLIES_KEPT_SECONDS = 24 * 3600;
const EVENTS_KEPT_SECONDS = 30 * 24 * 3600;

/**
 * Opens the store, in `directory` or, when that is null, in memory only. Events are owed to each of `webhookUrls`.
 * @throws Error when another process uses the directory or its journal is damaged
 */
export function openStore(directory: string | null, webhookUrls: readonly string[]): Store {
  const tables: { [T in TableName]: Map<string, Tables[T]> } = {
    payment_intents: new Map(),
    payment_methods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    session_details: new Map(),
    events: new Map(),
    deliveries: new Map(),
    replies: new Map(),
    settings: new Map(),
  };
  const names = Object.keys(tables).filter((name): name is TableName => name in tables);
  const listeners: (() => void)[] = [];

  const keep = <T extends TableName>(table: T, id: string, record: Tables[T] | null) => {
    if (record) tables[table].set(id, record);
    else tables[table].delete(id);
  };
  const now = () => Date.now() + (tables.settings.get('clock')?.aheadSeconds ?? 0) * 1000;

  function* surviving(): Generator<Change[]> {
    const seconds = now() / 1000;
    for (const [id, reply] of tables.replies) {
      if (reply.savedAt < seconds - REPLIES_KEPT_SECONDS) tables.replies.delete(id);
    }
    for (const [id, event] of tables.events) {
      if (event.created < seconds - EVENTS_KEPT_SECONDS) tables.events.delete(id);
    }
    for (const name of names) {
      for (const [id, record] of tables[name]) yield [changeOf(name, id, record)];
    }
  }

  const journal: Journal | null =
    directory === null
      ? null
      : openJournal(
          directory,
          (changes) => {
            for (const [table, id, record] of changes) keep(table, id, record);
          },
          surviving,
        );

  function transact<R>(request: RequestMark, work: (books: Books) => R): R {
    const changes: Change[] = [];
    const undo: (() => void)[] = [];

    const write = <T extends TableName>(table: T, id: string, record: Tables[T] | null) => {
      const before = tables[table].get(id) ?? null;
      undo.push(() => keep(table, id, before));
      keep(table, id, record);
      changes.push(changeOf(table, id, record));
    };
    const books: Books = {
      now: Math.floor(now() / 1000),
      request,
      webhookUrls,
      get: (table, id) => tables[table].get(id),
      list: (table) => [...tables[table].values()].reverse(),
      put: (table, record) => write(table, record.id, record),
      remove: (table, id) => write(table, id, null),
    };

    let result: R;
    try {
      result = work(books);
      if (changes.length > 0) journal?.append(changes);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
    if (changes.length > 0) for (const listener of listeners) listener();
    return result;
  }

  return {
    now,
    transact,
    advanceClock(seconds) {
      transact(null, (books) => {
        const aheadSeconds = (books.get('settings', 'clock')?.aheadSeconds ?? 0) + seconds;
        books.put('settings', { id: 'clock', aheadSeconds });
      });
    },
    onCommit(listener) {
      listeners.push(listener);
    },
    reset() {
      transact(null, (books) => {
        for (const name of names) for (const { id } of books.list(name)) books.remove(name, id);
      });
    },
    close: () => journal?.close(),
  };
}

function changeOf<T extends TableName>(table: T, id: string, record: Tables[T] | null): Change {
  // TypeScript cannot follow one T through a union of tuples; the signature above is what guarantees it.
  return [table, id, record] as Change;
}
