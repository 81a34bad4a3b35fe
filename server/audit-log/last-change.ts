import { formatAge } from '#common/format-age.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type AuditDoc, AuditModel } from './audit-model.ts';

/**
 * Who changed something last and when, as the beginning of a sentence: `Robin Hale changed this driver 2 minutes
 * ago.` Somebody else, where the log does not say.
 *
 * @param what it is, such as `this driver`
 */
export async function lastChangeInWords(subjectId: string, what: string): Promise<string> {
  const last = await AuditModel.findOne({ 'subject.id': subjectId }).sort({ at: -1 }).lean<AuditDoc>();
  if (!last) return `Somebody else changed ${what} meanwhile.`;
  const age = formatAge(last.at, databaseClock.now());
  return `${last.actor.name} changed ${what} ${age === 'Just now' ? 'just now' : age}.`;
}
