import * as z from 'zod/mini';
import { ageInSentence } from '#common/format-age.ts';
import { databaseClock } from './infra/database-clock.ts';

/**
 * Stored field that names the author of a document's current version. Every statement that raises the version
 * sets it by `changedByNow`. The audit log cannot replace it: it has other lines about the same id, and none
 * for some changes.
 */
export const changedByField = z.optional(z.nullable(z.object({ name: z.string(), at: z.iso.datetime() })));

interface LastChange {
  name: string;
  at: Date;
}

/** Builds the fields that record a change by this person, now. Null if no person made it. */
export const changedByNow = (name: string | null): { changedBy: LastChange | null } => ({
  changedBy: name === null ? null : { name, at: databaseClock.now() },
});

/**
 * Says who changed something last and when, as the start of a message: `Robin Hale changed this driver 2
 * minutes ago.` Unknown authors are called "Somebody".
 *
 * @param what the changed thing, such as `this driver`
 */
export function formatLastChange(last: LastChange | null | undefined, what: string): string {
  if (!last) return `Someone has since changed ${what}.`;
  return `${last.name} changed ${what} ${ageInSentence(last.at, databaseClock.now())}.`;
}
