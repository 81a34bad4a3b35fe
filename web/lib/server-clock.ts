/**
 * `Date` has whole seconds and latency on top: a local clock no further off than this, in ms, counts as
 * right.
 */
const TOLERANCE_MS = 60_000;

let aheadMs = 0;

/**
 * Measures the local clock's offset by a response's `Date` header; clocks set by hand are often hours off.
 */
export function noteServerDate(date: string | null): void {
  const aheadBy = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(aheadBy)) return;
  aheadMs = Math.abs(aheadBy) > TOLERANCE_MS ? aheadBy : 0;
}

/** The current time by the server's clock; by the local one until a response has arrived. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
