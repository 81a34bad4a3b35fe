/**
 * Says yes to each key once within a window of time, and no until the next one begins.
 *
 * @param windowMs how long a window lasts; it keeps the keys it has said yes to
 */
export function throttle(windowMs: number): (key: string) => boolean {
  let seen = new Set<string>();
  let endsAt = 0;
  return (key) => {
    const now = Date.now();
    if (now >= endsAt) {
      seen = new Set();
      endsAt = now + windowMs;
    }
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
