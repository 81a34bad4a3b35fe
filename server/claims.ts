import { databaseClock } from './infra/database-clock.ts';

/** That somebody is doing something at this moment which others may want to do too, as kept in a document. */
interface Claim {
  id: string;
  at: Date;
}

/** A claim older than this was left by a process that died. */
const STALE_MS = 60_000;

/** Whether a claim counts no more. */
export const isStale = ({ at }: Claim): boolean => at.getTime() < databaseClock.nowMs() - STALE_MS;

interface Held<Each extends Claim> {
  /** Of the claim that was written. */
  id: string;
  /** Of the document, in the order in which they were written, this one among them. */
  claims: readonly Each[];
  remove: (ids: readonly string[]) => Promise<unknown>;
}

/**
 * Does something under a claim that has just been written, then removes it. Of two that run at once the second sees
 * the claim of the first, or what the first has written: it cannot miss both.
 *
 * @param act gets the claims that were there before
 */
export async function actUnderClaim<Each extends Claim, Result>(
  { id, claims, remove }: Held<Each>,
  act: (earlier: readonly Each[]) => Promise<Result>,
): Promise<Result> {
  const before = claims.slice(
    0,
    claims.findIndex((each) => each.id === id),
  );
  const stale = before.filter(isStale);
  try {
    return await act(before.filter((each) => !stale.includes(each)));
  } finally {
    await remove([id, ...stale.map((each) => each.id)]);
  }
}
