/**
 * Lets concurrent callers share a costly read without getting stale results: a call made while a read is
 * running shares the next read, never the one that began before the call. A thousand reconnecting drivers
 * cost two reads instead of a thousand.
 */
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
