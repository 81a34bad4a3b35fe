import { type Finding, fault, warning, well } from './finding.ts';

/**
 * Stored timestamps come from the database's clock. A process's own clock only affects when jobs are due and
 * the times in its log, and Redis expires keys by its own clock.
 */
const ODD_MS = 2_000;
const WRONG_MS = 60_000;

const MEND = 'Have both machines keep time by NTP (timedatectl set-ntp true).';

/**
 * Reports how far a store's clock differs from ours.
 *
 * @param theirs milliseconds since 1970, read between `before` and `after`
 */
export function clockFinding(theirs: number, { before, after }: { before: number; after: number }): Finding {
  const offMs = Math.max(0, before - theirs, theirs - after);
  const text = `Its clock and ours are ${Math.round(offMs / 100) / 10} seconds apart.`;
  if (offMs < ODD_MS) return well(text);
  return offMs < WRONG_MS ? warning(text, MEND) : fault(text, MEND);
}
