import { listSuspendedForDeletion, resumeAfterDeletion } from '../drivers/edit-driver.ts';
import type { Held } from '../held-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import {
  DECIDING_MS,
  findAccount,
  isClosed,
  listLatelyDeleted,
  listUnerased,
  noteErased,
  reopenUndecided,
} from '../users/close-account.ts';
import { findPerson } from './find-person.ts';
import { HELD } from './table.ts';

/**
 * Erases what is held about somebody whose account is deleted, row by row of the table. Each step may be repeated, and the account,
 * by which the rest is found, goes last: a run that was cut short, or finds what was being written while another ran, is
 * simply run again. Nothing happens to an account whose deletion was not decided.
 *
 * @param table what is erased, in its order
 */
export async function eraseAccount(
  userId: string,
  table: Readonly<Record<string, Held>> = HELD,
): Promise<void> {
  const { email, deletion } = await findAccount(userId);
  if (!deletion?.decidedAt) return;
  if (!deletion.erasedAt) await enqueueEmail('account-deleted', userId, { to: email });
  const person = await findPerson(userId);
  for (const { erase } of Object.values(table)) await erase?.(person);
  await noteErased(userId);
}

/**
 * Enqueues the erasures whose jobs were lost, opens accounts again whose deletion was never decided, and has the drivers among them
 * drive again: who is suspended for a deletion says so, even where the process that opened the account died before that.
 *
 * @throws AggregateError once all drivers were tried
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

/** Erases again what was written about accounts while they were deleted in the last two days. */
export async function eraseLeftovers(): Promise<void> {
  for (const userId of await listLatelyDeleted()) await eraseAccount(userId);
}
