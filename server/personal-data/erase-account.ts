import { resumeAfterDeletion } from '../drivers/edit-driver.ts';
import type { Held } from '../held-data.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import {
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

/** Enqueues the erasures whose jobs were lost, and opens accounts again whose deletion was never decided. */
export async function reconcileErasures(): Promise<void> {
  for (const userId of await reopenUndecided()) {
    if (!(await isClosed(userId))) await resumeAfterDeletion(userId);
  }
  for (const userId of await listUnerased()) await tryEnqueue('erase-account', { userId }, { key: userId });
}

/** Erases again what was written about accounts while they were deleted in the last two days. */
export async function eraseLeftovers(): Promise<void> {
  for (const userId of await listLatelyDeleted()) await eraseAccount(userId);
}
