/**
 * Lets callers share a costly read without getting stale answers: who calls while one runs shares the next, never the one that
 * began before the call. A thousand reconnecting drivers cost two readings instead of a thousand.
 */
export function shareNextRun<Result>(read: () => Promise<Result>): () => Promise<Result> {
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
