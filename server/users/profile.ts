import type { ChangeProfile } from '#common/users/account.ts';
import { isStaffRole } from '#common/users/user.ts';
import { createLimit } from '../http/create-limit.ts';
import type { Slots } from '../http/session.ts';
import { customerTermsOf } from './customers.ts';
import { noSuchAccount, requireOwnAccount } from './own-account.ts';
import { findActiveStaff } from './staff.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Limits changes per account, since each adds an audit log entry. */
const changesMade = createLimit({ name: 'change-profile', times: 30, windowSeconds: 3_600 });

type Profile = Pick<UserRecord, 'name' | 'phone'>;

interface ProfileChange {
  /** The account after the change. */
  account: UserRecord;
  /** The fields that changed, before and after; null when none did. */
  change: { before: Partial<Profile>; after: Partial<Profile> } | null;
}

/**
 * Changes the name or phone number of the user signed in with this role. Updates only the given fields in one
 * statement, so that a concurrent change of the other field is kept and a closed account is not changed.
 *
 * @throws AppError FORBIDDEN
 * @throws AppError TOO_MANY_REQUESTS
 * @throws AppError SECOND_FACTOR_REQUIRED_FOR_STAFF
 */
export async function changeOwnProfile(
  user: Slots,
  { role, name, phone }: ChangeProfile,
): Promise<ProfileChange> {
  const userId = await requireOwnAccount(user, role);
  // A staff member's name appears in the records of their actions, so changing it requires the second factor.
  if (isStaffRole(role)) await findActiveStaff(userId);
  await changesMade.count(userId);
  const profile = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: phone || null }),
  };
  const before = await UserModel.findOneAndUpdate(
    { _id: userId, role, disabledAt: null },
    { $set: { ...profile, ...customerTermsOf({ role, ...profile }) } },
    { returnDocument: 'before' },
  ).lean<UserDoc>();
  if (!before) throw noSuchAccount();
  return { account: toUserRecord({ ...before, ...profile }), change: changeOf(before, profile) };
}

function changeOf(before: Profile, { name, phone }: Partial<Profile>): ProfileChange['change'] {
  const isRenamed = name !== undefined && name !== before.name;
  const hasMoved = phone !== undefined && phone !== before.phone;
  if (!isRenamed && !hasMoved) return null;
  return {
    before: { ...(isRenamed && { name: before.name }), ...(hasMoved && { phone: before.phone }) },
    after: { ...(isRenamed && { name }), ...(hasMoved && { phone }) },
  };
}

const openDriver = (driverId: string) => ({ _id: driverId, role: 'driver', disabledAt: null }) as const;

/** Whether a driver's account is open, and so can be renamed. */
export const isOpenDriver = async (driverId: string): Promise<boolean> =>
  (await UserModel.exists(openDriver(driverId))) !== null;

/** Renames a driver. @returns false when the account is closed */
export const renameDriver = async (driverId: string, name: string): Promise<boolean> =>
  (await UserModel.updateOne(openDriver(driverId), { $set: { name } })).matchedCount > 0;
