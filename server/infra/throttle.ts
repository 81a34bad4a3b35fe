/**
 * Lets each key through once per window of time, for all keys alike.
 *
 * @param windowMs length of a window; the keys of the current one are kept in memory
 * @returns whether this key may pass
 */
export function throttle(windowMs: number): (key: string) => boolean {
  let seen = new Set<string>();
  let endsAt = 0;
  return (key) => {
    const now = performance.now();
    if (now >= endsAt) {
      seen = new Set();
      endsAt = now + windowMs;
    }
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
