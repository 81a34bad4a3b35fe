import type { ChangeProfile } from '#common/users/account.ts';
import { isStaffRole } from '#common/users/user.ts';
import { createLimit } from '../http/create-limit.ts';
import type { Slots } from '../http/session.ts';
import { noSuchAccount, requireOwnAccount } from './own-account.ts';
import { findActiveStaff } from './staff.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Changes of one account, from anywhere: each is a line of the log. */
const changesMade = createLimit({ name: 'change-profile', times: 30, windowSeconds: 3_600 });

type Profile = Pick<UserRecord, 'name' | 'phone'>;

interface ProfileChange {
  /** As it is now. */
  account: UserRecord;
  /** What was another before, and what it is now; null where nothing was. */
  change: { before: Partial<Profile>; after: Partial<Profile> } | null;
}

/**
 * Changes name and phone number of who is signed in to a role. One statement, of what is changed alone: another window's change of the
 * other field stays, and an account that was closed meanwhile gets nothing.
 *
 * @throws FORBIDDEN, TOO_MANY_REQUESTS, SECOND_FACTOR_REQUIRED_FOR_STAFF
 */
export async function changeOwnProfile(
  user: Slots,
  { role, name, phone }: ChangeProfile,
): Promise<ProfileChange> {
  const userId = await requireOwnAccount(user, role);
  // The name stands beside what staff do, which takes more than a password.
  if (isStaffRole(role)) await findActiveStaff(userId);
  await changesMade.count(userId);
  const profile = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: phone || null }),
  };
  const before = await UserModel.findOneAndUpdate(
    { _id: userId, role, disabledAt: null },
    { $set: profile },
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

/** Whether a driver's account is open, so that they can be given another name. */
export const isOpenDriver = async (driverId: string): Promise<boolean> =>
  (await UserModel.exists(openDriver(driverId))) !== null;

/** Gives a driver another name. @returns false where their account is closed by now */
export const renameDriver = async (driverId: string, name: string): Promise<boolean> =>
  (await UserModel.updateOne(openDriver(driverId), { $set: { name } })).matchedCount > 0;
