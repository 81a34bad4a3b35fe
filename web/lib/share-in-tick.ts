/**
 * Shares a read among its calls in one tick, such as those of several parts of a page on a resync. A later
 * call makes its own read, since the reply to an earlier one may be stale.
 */
export function shareInTick<Result>(
  read: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const begun = new Map<string, Promise<Result>>();
  return (key) => {
    const shared = begun.get(key);
    if (shared) return shared;
    const reading = read(key);
    begun.set(key, reading);
    queueMicrotask(() => begun.delete(key));
    return reading;
  };
}
