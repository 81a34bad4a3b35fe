import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { hasOpenAlert } from '../alerts/alerts-data.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { settleClaims } from '../drivers/driver-claims.ts';
import { suspendForDeletion } from '../drivers/suspend-driver.ts';
import { env } from '../env.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { openBookings, openDrives } from '../rides/rides-data.ts';
import { unpaidEarnings } from '../statements/statements-data.ts';
import { closeAccount, type DeletedBy, isClosed } from '../users/close-account.ts';
import { findDemoUsers } from '../users/seed-users.ts';
import { findPerson } from './find-person.ts';

interface DeleteOptions {
  by: DeletedBy;
  /** The acting person or job, for the audit log. */
  actor: AuditActor;
}

/**
 * Deletes an account. Checks for obstacles before closing the account and again afterwards: a concurrent
 * booking or accept either finds the account closed, or is found here. After that the account is gone, and
 * the job `erase-account` erases its data. Of two concurrent deletions both succeed.
 *
 * @throws AppError ACCOUNT_IN_USE naming the obstacle
 * @throws AppError STAFF_CONFLICT for the last admin, NOT_FOUND
 */
export async function deleteAccount(userId: string, { by, actor }: DeleteOptions): Promise<void> {
  await requireFree(userId);
  const closing = await closeAccount(userId, by);
  if (!closing) return;
  const duty = await suspendForDeletion(userId, actor.name);
  try {
    // Waits for accepts that began earlier, so that their rides are found.
    await settleClaims({ driverId: userId });
    await requireFree(userId);
    if (!(await closing.decide())) throw inUse('That took too long. Please try again.');
  } catch (error) {
    if (await closing.reopen()) {
      // Another deletion may have closed it since.
      if (!(await isClosed(userId))) await duty.resume();
      throw error;
    }
  }
  await recordAudit({ actor, action: 'account deleted', subject: { kind: 'account', id: userId } });
  await endSessionsOf(userId);
  await tryEnqueue('erase-account', { userId }, { key: userId });
}

/** @throws ACCOUNT_IN_USE */
async function requireFree(userId: string): Promise<void> {
  const { documentIds } = await findPerson(userId);
  const reason =
    (await demoReason(userId)) ??
    (await openBookings(userId)) ??
    (await openDrives(userId)) ??
    (await unpaidEarnings(userId)) ??
    ((await hasOpenAlert(documentIds))
      ? 'We are still looking into one of your rides or payments. Please try again in a few days, or contact us.'
      : null);
  if (reason) throw inUse(reason);
}

const inUse = (reason: string) => new AppError('ACCOUNT_IN_USE', reason);

async function demoReason(userId: string): Promise<string | null> {
  if (!env.DEMO_MODE) return null;
  const isDemo = (await findDemoUsers()).some(({ id }) => id === userId);
  return isDemo ? 'Demo accounts stay, for the next visitor.' : null;
}
