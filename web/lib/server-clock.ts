/** An answer tells its second, and was on its way for a while: a clock no further off than this counts as right. */
const TOLERANCE_MS = 60_000;

let aheadMs = 0;

/** Notes the `Date` of an answer. Clocks that were set by hand are often hours off, and holds end and pickups pass by the minute. */
export function noteServerDate(date: string | null): void {
  const aheadBy = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(aheadBy)) return;
  aheadMs = Math.abs(aheadBy) > TOLERANCE_MS ? aheadBy : 0;
}

/** Now, by the server's clock as far as that is known. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
