/** The largest clock offset to ignore, in milliseconds: `Date` has whole seconds and arrives with latency. */
const TOLERANCE_MS = 60_000;

let aheadMs = 0;

/**
 * Measures the local clock's offset by a response's `Date` header. Clocks set by hand are often hours off.
 */
export function recordServerDate(date: string | null): void {
  const aheadBy = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(aheadBy)) return;
  aheadMs = Math.abs(aheadBy) > TOLERANCE_MS ? aheadBy : 0;
}

/** Returns the current time by the server's clock; by the local clock until the first response. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
