import * as z from 'zod/mini';
import { formatAge } from '#common/format-age.ts';
import { databaseClock } from './infra/database-clock.ts';

/**
 * The stored field that says who made a document's version what it is. Each statement that raises the version sets it, by
 * `changedByNow`. The audit log cannot say it: it has lines of other things about the same id, and none of some changes.
 */
export const changedByField = z.optional(z.nullable(z.object({ name: z.string(), at: z.iso.datetime() })));

interface LastChange {
  name: string;
  at: Date;
}

/** That somebody of this name changes it now; of nobody's name for what no person does. */
export const changedByNow = (name: string | null): { changedBy: LastChange | null } => ({
  changedBy: name === null ? null : { name, at: databaseClock.now() },
});

/**
 * Who changed something last and when, as the beginning of a sentence: `Robin Hale changed this driver 2 minutes ago.`
 * Somebody, where that is not known.
 *
 * @param what it is, such as `this driver`
 */
export function lastChangeInWords(last: LastChange | null | undefined, what: string): string {
  if (!last) return `Somebody changed ${what} meanwhile.`;
  const age = formatAge(last.at, databaseClock.now());
  return `${last.name} changed ${what} ${age === 'Just now' ? 'just now' : age}.`;
}
