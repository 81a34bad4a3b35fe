import { AppError } from '#common/errors.ts';
import { lockBestEffort } from '../infra/lock-best-effort.ts';
import { UserModel } from './user-model.ts';

const ACTIVE_ADMIN = { role: 'admin', disabledAt: null, passwordHash: { $ne: null } } as const;

/** Whether there is an enabled admin with a password. */
export const isAdminLeft = async (): Promise<boolean> => (await UserModel.exists(ACTIVE_ADMIN)) !== null;

/** The error for a change that would leave no admin. */
export const noAdminLeft = () =>
  new AppError('STAFF_CONFLICT', 'At least one admin must remain. Please make another person admin first.');

/**
 * Runs a change after which an account may no longer be an admin, if there is another one. Such changes run
 * one after another, so that of two admins who demote each other one succeeds. Without Redis they may run
 * concurrently.
 *
 * @throws AppError STAFF_CONFLICT when there is no other admin; nothing is changed then
 */
export async function removeAdmin<Result>(userId: string, change: () => Promise<Result>): Promise<Result> {
  const unlock = await lockBestEffort('admin-turn', 'all');
  try {
    if (!(await UserModel.exists({ ...ACTIVE_ADMIN, _id: { $ne: userId } }))) throw noAdminLeft();
    return await change();
  } finally {
    await unlock();
  }
}
