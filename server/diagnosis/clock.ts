import { type Finding, fault, warning, well } from './finding.ts';

/**
 * What is kept has the database's time, so that a process's own counts little: when jobs are due, and what the log says. Redis forgets by its
 * own.
 */
const ODD_MS = 2_000;
const WRONG_MS = 60_000;

const MEND = 'Have both machines keep time by NTP (timedatectl set-ntp true).';

/**
 * How far a store's clock and ours are apart.
 *
 * @param theirs milliseconds since 1970, read between `before` and `after`
 */
export function clockFinding(theirs: number, { before, after }: { before: number; after: number }): Finding {
  const offMs = Math.max(0, before - theirs, theirs - after);
  const text = `Its clock and ours are ${Math.round(offMs / 100) / 10} seconds apart.`;
  if (offMs < ODD_MS) return well(text);
  return offMs < WRONG_MS ? warning(text, MEND) : fault(text, MEND);
}
