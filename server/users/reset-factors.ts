import { AppError } from '#common/errors.ts';
import { type Role, roleSchema } from '#common/users/user.ts';
import type { Staff } from '../http/session.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { enqueueFactorEmail } from './factor-emails.ts';
import { eraseFactors } from './factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Whose passkeys and app admins remove: those of riders nobody does, who have only their mailbox to show who they are. */
const RESETTABLE: readonly Role[] = roleSchema.options.filter((role) => role !== 'rider');

/**
 * Removes passkeys and authenticator app of somebody who has lost them, ends their sessions and tells them by mail.
 *
 * @returns who they are
 * @throws NOT_FOUND, STAFF_CONFLICT for one's own, which are changed with a proof
 */
export async function resetFactors(userId: string, by: Staff): Promise<UserRecord> {
  if (userId === by.id) throw new AppError('STAFF_CONFLICT', 'Please change your own in your account.');
  const user = await UserModel.findOne({ _id: userId, role: { $in: RESETTABLE } }).lean<UserDoc>();
  if (!user) throw new AppError('NOT_FOUND', 'Nobody of the staff and no driver has this id.');
  await removeFactors(userId);
  return toUserRecord(user);
}

/** Removes all factors of an account, ends its sessions and tells its owner. */
export async function removeFactors(userId: string): Promise<void> {
  await endSessionsOf(userId);
  await eraseFactors(userId);
  // For who signed in, or added one, meanwhile.
  await endSessionsOf(userId);
  await enqueueFactorEmail(userId, 'reset', databaseClock.now().toISOString());
}

/**
 * Removes the factors that were added to an account before anybody had shown to read its address, and tells who reads it. Its sessions
 * have ended.
 */
export async function removeUnprovenFactors(userId: string): Promise<void> {
  if (await eraseFactors(userId))
    await enqueueFactorEmail(userId, 'unproven', databaseClock.now().toISOString());
}
