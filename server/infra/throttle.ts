/**
 * Creates a throttle that passes each key once per time window. All keys share the window.
 *
 * @param windowMs length of a window; its keys are kept in memory
 * @returns a function that returns whether a key may pass
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
