import { setTimeout } from 'node:timers/promises';

// When a thousand drivers reconnect at once, they should not cause a thousand reads. Reads are shared without
// becoming stale: a call during a running read shares the next one, never the one that began before the call.

/** Shares a costly read among concurrent callers: a thousand calls cause two reads. */
export function singleFlight<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;

  const run = (): Promise<Result> => {
    next = null;
    const current = read().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  };

  return () => {
    if (!running) return run();
    next ??= running.then(run, run);
    return next;
  };
}

/** Number of entries kept before all are dropped. Dropping them only loses sharing. */
const MAX_FLIGHTS = 1_000;

/** Like `singleFlight`, for a read with an argument. Shared among calls with the same JSON argument. */
export function singleFlightBy<Asked, Result>(
  read: (asked: Asked) => Promise<Result>,
): (asked: Asked) => Promise<Result> {
  const flights = new Map<string, () => Promise<Result>>();

  return (asked) => {
    const key = JSON.stringify(asked);
    if (flights.size >= MAX_FLIGHTS) flights.clear();
    const flight = flights.get(key) ?? singleFlight(() => read(asked));
    flights.set(key, flight);
    return flight();
  };
}

/** A read with cached results. */
interface CachedRead<Asked, Result> {
  /** Returns the result of a read that began after the last `forget`. */
  read(asked: Asked): Promise<Result>;
  /** Invalidates the cache. Call it on each change of the data read. */
  forget(): void;
}

/** Like `singleFlightBy`, but caches results until `forget`, or for `keepMs` if a change is not published. */
export function cacheReads<Asked, Result>(
  read: (asked: Asked) => Promise<Result>,
  keepMs: number,
): CachedRead<Asked, Result> {
  const readNow = singleFlightBy(read);
  let kept = new Map<string, { outcome: Promise<Result>; until: number }>();

  return {
    read(asked) {
      const key = JSON.stringify(asked);
      const now = performance.now();
      const known = kept.get(key);
      if (known && now < known.until) return known.outcome;

      if (kept.size >= MAX_FLIGHTS) kept.clear();
      const entry = { outcome: readNow(asked), until: now + keepMs };
      kept.set(key, entry);
      entry.outcome.catch(() => {
        entry.until = 0;
      });
      return entry.outcome;
    },
    forget() {
      kept = new Map();
    },
  };
}

/**
 * How long the keys of one read are collected, in milliseconds, and how many at most. MongoDB merges 200
 * scans of an index, and a list of rides takes one for each key and active status.
 */
const COLLECT_MS = 10;
const MAX_KEYS = 50;

/**
 * Shares a read by keys: one read for up to 50 keys that are requested within 10 ms. Reads do not wait for
 * each other, so that one which hangs does not delay the others.
 */
export function batchReads<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let collecting: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | null = null;

  const collect = () => {
    const keys = new Set<string>();
    const values = setTimeout(COLLECT_MS).then(() => {
      if (collecting === batch) collecting = null;
      return read([...keys]);
    });
    const batch = { keys, values };
    return batch;
  };

  return async (key) => {
    if (!collecting || collecting.keys.size >= MAX_KEYS) collecting = collect();
    const batch = collecting;
    batch.keys.add(key);
    return (await batch.values).get(key);
  };
}
