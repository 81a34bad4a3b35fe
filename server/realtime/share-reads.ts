// A thousand drivers who reconnect at once shall not cost a thousand reads. Reads are shared without getting
// stale: a call made while one is running shares the next, never the one that began before the call.

/** Lets concurrent callers share a costly read: a thousand cost two. */
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

/** Kept before they are forgotten together; only sharing is lost. */
const MOST_FLIGHTS = 1_000;

/** The same for a read of something, shared by those who ask for the same: arguments of equal JSON. */
export function singleFlightBy<Asked, Result>(
  read: (asked: Asked) => Promise<Result>,
): (asked: Asked) => Promise<Result> {
  const flights = new Map<string, () => Promise<Result>>();

  return (asked) => {
    const key = JSON.stringify(asked);
    if (flights.size >= MOST_FLIGHTS) flights.clear();
    const flight = flights.get(key) ?? singleFlight(() => read(asked));
    flights.set(key, flight);
    return flight();
  };
}

/** A read whose outcomes are kept for whoever asks for the same. */
interface KeptRead<Asked, Result> {
  /** The outcome of a read that began after the last `forget`. */
  read(asked: Asked): Promise<Result>;
  /** To be called with each change of what is read. */
  forget(): void;
}

/**
 * The same for a read of something that tells of its changes: an outcome is shared until the next of them, or for `keepMs`, since
 * one may go untold.
 */
export function keepReads<Asked, Result>(
  read: (asked: Asked) => Promise<Result>,
  keepMs: number,
): KeptRead<Asked, Result> {
  const readNow = singleFlightBy(read);
  let kept = new Map<string, { outcome: Promise<Result>; until: number }>();

  return {
    read(asked) {
      const key = JSON.stringify(asked);
      const now = performance.now();
      const known = kept.get(key);
      if (known && now < known.until) return known.outcome;

      if (kept.size >= MOST_FLIGHTS) kept.clear();
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

/** The same for a read of many keys at once: one read for all keys asked for while the last one ran. */
export function collectReads<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let wanted = new Set<string>();
  const flight = singleFlight(() => {
    const keys = [...wanted];
    wanted = new Set();
    return read(keys);
  });

  return async (key) => {
    wanted.add(key);
    return (await flight()).get(key);
  };
}
