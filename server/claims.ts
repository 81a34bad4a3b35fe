import { databaseClock } from './infra/database-clock.ts';

/**
 * A short-lived claim, stored in a document, that a process is performing an action which others may attempt
 * concurrently.
 */
interface Claim {
  id: string;
  at: Date;
}

/** A claim older than this was left by a process that died. */
const STALE_MS = 60_000;

/** Whether a claim has expired. */
export const isStale = ({ at }: Claim): boolean => at.getTime() < databaseClock.nowMs() - STALE_MS;

interface Held<Each extends Claim> {
  /** Id of the claim that was just written. */
  id: string;
  /** All claims of the document in the order they were written, including this one. */
  claims: readonly Each[];
  remove: (ids: readonly string[]) => Promise<unknown>;
}

/**
 * Performs an action under a claim that was just written, then removes the claim. Of two concurrent actions,
 * the second sees either the claim or the result of the first.
 *
 * @param act receives the earlier claims that have not expired
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
