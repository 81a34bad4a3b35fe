import type { Factors, Passkey } from '#common/users/factors.ts';
import { isStaffRole } from '#common/users/user.ts';
import { type AuthenticatorDoc, AuthenticatorModel } from './authenticator-model.ts';
import { type PasskeyDoc, PasskeyModel } from './passkey-model.ts';
import { isDemoUser } from './seed-users.ts';
import type { UserRecord } from './user-model.ts';

type Owner = Pick<UserRecord, 'id' | 'email' | 'role'>;

const isTotpOn = async (userId: string): Promise<boolean> =>
  (await AuthenticatorModel.exists({ _id: userId, confirmedAt: { $ne: null } })) !== null;

const hasPasskey = async (userId: string): Promise<boolean> =>
  (await PasskeyModel.exists({ userId })) !== null;

/** Whether an account requires a passkey or an authenticator app: staff do, except demo users. */
export const needsFactor = (user: Owner): boolean => isStaffRole(user.role) && !isDemoUser(user);

/** Whether an account that requires a passkey or an authenticator app has neither. */
export async function isFactorMissing(user: Owner): Promise<boolean> {
  if (!needsFactor(user)) return false;
  return !(await hasPasskey(user.id)) && !(await isTotpOn(user.id));
}

/** Bulk version of `isFactorMissing`. @returns the ids of the users with a missing factor */
export async function findFactorsMissing(users: readonly Owner[]): Promise<ReadonlySet<string>> {
  const ids = users.filter(needsFactor).map(({ id }) => id);
  const [passkeys, authenticators] = await Promise.all([
    PasskeyModel.find({ userId: { $in: ids } }, { userId: 1 }).lean<Pick<PasskeyDoc, 'userId'>[]>(),
    AuthenticatorModel.find({ _id: { $in: ids }, confirmedAt: { $ne: null } }, { _id: 1 }).lean<
      Pick<AuthenticatorDoc, '_id'>[]
    >(),
  ]);
  const having = [...passkeys.map(({ userId }) => userId), ...authenticators.map(({ _id }) => _id)];
  const haveOne = new Set(having.map(String));
  return new Set(ids.filter((id) => !haveOne.has(id)));
}

/**
 * Returns the step required after the right password: a code for every role when an authenticator app is set
 * up; the passkey for staff who have passkeys only. For others a passkey is merely an alternative to the
 * password.
 */
export async function secondStepOf(user: Owner): Promise<'code' | 'passkey' | null> {
  if (await isTotpOn(user.id)) return 'code';
  return needsFactor(user) && (await hasPasskey(user.id)) ? 'passkey' : null;
}

/** Lists an account's passkeys and authenticator app, without secrets. */
export async function listFactors(userId: string): Promise<Omit<Factors, 'isRequired'>> {
  const [passkeys, totp] = await Promise.all([
    PasskeyModel.find({ userId }).sort({ _id: 1 }).lean<PasskeyDoc[]>(),
    AuthenticatorModel.findOne({ _id: userId, confirmedAt: { $ne: null } }).lean<AuthenticatorDoc>(),
  ]);
  return {
    passkeys: passkeys.map(presentPasskey),
    totp: totp?.confirmedAt
      ? { since: totp.confirmedAt.toISOString(), recoveryCodesLeft: totp.recoveryCodes.length }
      : null,
  };
}

/** Formats a passkey for its owner. */
export const presentPasskey = ({ _id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyDoc): Passkey => ({
  id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isSynced: isBackedUp,
});

/** Deletes an account's passkeys, authenticator app and recovery codes. @returns whether any existed */
export async function eraseFactors(userId: string): Promise<boolean> {
  const [passkeys, totp] = await Promise.all([
    PasskeyModel.deleteMany({ userId }),
    AuthenticatorModel.deleteOne({ _id: userId }),
  ]);
  return passkeys.deletedCount + totp.deletedCount > 0;
}
