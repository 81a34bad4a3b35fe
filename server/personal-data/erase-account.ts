import { listSuspendedForDeletion, resumeAfterDeletion } from '../drivers/suspend-driver.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import {
  DECIDING_MS,
  findAccount,
  isClosed,
  listLatelyDeleted,
  listUnerased,
  recordErased,
  reopenUndecided,
} from '../users/close-account.ts';
import { findPerson } from './find-person.ts';
import { PERSONAL_DATA_SOURCES } from './table.ts';

/**
 * Erases the data about a deleted account, table by table. Each step is idempotent, and the account, which
 * leads to all other data, comes last. So a run that was interrupted, or missed concurrent writes, is simply
 * repeated. Does nothing if the deletion was not decided.
 *
 * @param table the erasures, in order
 */
export async function eraseAccount(
  userId: string,
  table: Readonly<Record<string, PersonalDataSource>> = PERSONAL_DATA_SOURCES,
): Promise<void> {
  const { email, deletion } = await findAccount(userId);
  if (!deletion?.decidedAt) return;
  if (!deletion.erasedAt) await enqueueEmail('account-deleted', userId, { to: email });
  const person = await findPerson(userId);
  for (const { erase } of Object.values(table)) await erase?.(person);
  await recordErased(userId);
}

/**
 * Enqueues erasures whose jobs were lost, and reopens accounts whose deletion was never decided. Also ends
 * the suspensions of their drivers, even if the process that reopened the account died before doing so.
 *
 * @throws AggregateError after all drivers were tried
 */
export async function reconcileErasures(): Promise<void> {
  for (const userId of await listUnerased()) await tryEnqueue('erase-account', { userId }, { key: userId });
  const before = new Date(databaseClock.nowMs() - DECIDING_MS);
  await reopenUndecided(before);
  const failures: unknown[] = [];
  for (const driverId of await listSuspendedForDeletion(before)) {
    await resumeUnlessClosed(driverId, before).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `not all drivers drive again: ${failures.join('; ')}`);
}

async function resumeUnlessClosed(driverId: string, before: Date): Promise<void> {
  if (!(await isClosed(driverId))) await resumeAfterDeletion(driverId, before);
}

/** Erases again the accounts deleted in the last two days, for data written during their deletion. */
export async function eraseLeftovers(): Promise<void> {
  for (const userId of await listLatelyDeleted()) await eraseAccount(userId);
}
