import { AppError } from '#common/errors.ts';
import { type Role, roleSchema } from '#common/users/user.ts';
import type { Staff } from '../http/session.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { notifyOfFactor } from './factor-emails.ts';
import { eraseFactors, listFactors } from './factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Roles whose factors admins may remove. Not riders, who could prove their identity by mailbox only. */
const RESETTABLE: readonly Role[] = roleSchema.options.filter((role) => role !== 'rider');

/**
 * Removes the lost passkeys and authenticator app of a driver or staff member, ends their sessions and
 * notifies them by mail.
 *
 * @returns the user
 * @throws AppError NOT_FOUND
 * @throws AppError STAFF_CONFLICT for the admin's own account, whose factors are changed with a proof of
 * ownership
 */
export async function resetFactors(userId: string, by: Staff): Promise<UserRecord> {
  if (userId === by.id) throw new AppError('STAFF_CONFLICT', 'Please change your own in your account.');
  const user = await UserModel.findOne({ _id: userId, role: { $in: RESETTABLE } }).lean<UserDoc>();
  if (!user) throw new AppError('NOT_FOUND', 'No staff member or driver has this id.');
  await removeFactors(userId);
  return toUserRecord(user);
}

/** Removes all factors of an account, ends its sessions and notifies its owner. */
export async function removeFactors(userId: string): Promise<void> {
  await endSessionsOf(userId);
  const reset = { change: 'reset', evidence: databaseClock.now().toISOString() } as const;
  await notifyOfFactor(userId, reset, () => eraseFactors(userId));
  // Ends sessions that were opened meanwhile.
  await endSessionsOf(userId);
}

/**
 * Removes the factors that were added before the account's address was first confirmed, and notifies that
 * address. The caller has ended the account's sessions.
 */
export async function removeUnprovenFactors(userId: string): Promise<void> {
  const { passkeys, totp } = await listFactors(userId);
  const erase = () => eraseFactors(userId);
  const unproven = { change: 'unproven', evidence: databaseClock.now().toISOString() } as const;
  await (totp || passkeys.length > 0 ? notifyOfFactor(userId, unproven, erase) : erase());
}
