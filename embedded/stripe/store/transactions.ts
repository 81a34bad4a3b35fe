import { isDiskFullError } from '../../document-store/log.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Change, TableName, Tables } from './tables.ts';

/** The request that caused a change, as in `event.request`; null for changes caused by time. */
export type RequestRef = { id: string; idempotency_key: string | null } | null;

/** A transaction. Reads see its own writes; all writes are committed or none. */
export interface Transaction {
  /** Unix seconds on the simulated clock. */
  readonly now: number;
  readonly request: RequestRef;
  /** The URLs that events are delivered to. */
  readonly webhookUrls: readonly string[];
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** Newest first. */
  list<T extends TableName>(table: T): Tables[T][];
  put<T extends TableName>(table: T, record: Tables[T]): void;
  remove(table: TableName, id: string): void;
}

/** The simulator's data. */
export interface Store {
  /** Milliseconds on the simulated clock. */
  now(): number;
  /** Moves the simulated clock forward. Persists across restarts. */
  advanceClock(seconds: number): void;
  /**
   * Runs `work` and commits its writes to the journal before returning. Rolls back if `work` throws or the
   * journal cannot be written, such as on a full disk.
   */
  transact<R>(request: RequestRef, work: (tx: Transaction) => R): R;
  /** Like `transact`, for changes that no request awaits. @returns false on a full disk: retry later */
  transactUnlessDiskFull(work: (tx: Transaction) => void): boolean;
  /** Calls `listener` after each commit with writes. */
  onCommit(listener: () => void): void;
  /** Deletes all data and resets the clock. */
  reset(): void;
  close(): void;
}

const REPLY_RETENTION_SECONDS = 24 * 3600;
const EVENT_RETENTION_SECONDS = 30 * 24 * 3600;

/**
 * Opens the store in `directory`, or in memory if null.
 * @throws Error if another process uses the directory or its journal is damaged
 */
export function openStore(directory: string | null, webhookUrls: readonly string[]): Store {
  const tables: { [T in TableName]: Map<string, Tables[T]> } = {
    payment_intents: new Map(),
    payment_methods: new Map(),
    confirmation_tokens: new Map(),
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

  const apply = <T extends TableName>(table: T, id: string, record: Tables[T] | null) => {
    if (record) tables[table].set(id, record);
    else tables[table].delete(id);
  };
  const now = () => Date.now() + (tables.settings.get('clock')?.aheadSeconds ?? 0) * 1000;

  function* compacted(): Generator<Change[]> {
    const seconds = now() / 1000;
    for (const [id, reply] of tables.replies) {
      if (reply.savedAt < seconds - REPLY_RETENTION_SECONDS) tables.replies.delete(id);
    }
    for (const [id, event] of tables.events) {
      if (event.created < seconds - EVENT_RETENTION_SECONDS) tables.events.delete(id);
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
            for (const [table, id, record] of changes) apply(table, id, record);
          },
          compacted,
        );

  function transact<R>(request: RequestRef, work: (tx: Transaction) => R): R {
    const changes: Change[] = [];
    const undo: (() => void)[] = [];

    const write = <T extends TableName>(table: T, id: string, record: Tables[T] | null) => {
      const before = tables[table].get(id) ?? null;
      undo.push(() => apply(table, id, before));
      apply(table, id, record);
      changes.push(changeOf(table, id, record));
    };
    const tx: Transaction = {
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
      result = work(tx);
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
    transactUnlessDiskFull(work) {
      try {
        transact(null, work);
        return true;
      } catch (error) {
        if (!isDiskFullError(error)) throw error;
        return false;
      }
    },
    advanceClock(seconds) {
      transact(null, (tx) => {
        const aheadSeconds = (tx.get('settings', 'clock')?.aheadSeconds ?? 0) + seconds;
        tx.put('settings', { id: 'clock', aheadSeconds });
      });
    },
    onCommit(listener) {
      listeners.push(listener);
    },
    reset() {
      transact(null, (tx) => {
        for (const name of names) for (const { id } of tx.list(name)) tx.remove(name, id);
      });
    },
    close: () => journal?.close(),
  };
}

function changeOf<T extends TableName>(table: T, id: string, record: Tables[T] | null): Change {
  // TypeScript cannot correlate T across a union of tuples; the signature guarantees it.
  return [table, id, record] as Change;
}
