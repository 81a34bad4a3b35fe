import type { Factors, Passkey } from '#common/users/factors.ts';
import { isStaffRole } from '#common/users/user.ts';
import { type AuthenticatorDoc, AuthenticatorModel } from './authenticator-model.ts';
import { type PasskeyDoc, PasskeyModel } from './passkey-model.ts';
import { isOfDemo } from './seed-users.ts';
import type { UserRecord } from './user-model.ts';

type Owner = Pick<UserRecord, 'id' | 'email' | 'role'>;

const isTotpOn = async (userId: string): Promise<boolean> =>
  (await AuthenticatorModel.exists({ _id: userId, confirmedAt: { $ne: null } })) !== null;

const hasPasskey = async (userId: string): Promise<boolean> =>
  (await PasskeyModel.exists({ userId })) !== null;

/** Whether an account needs a passkey or an authenticator app: those of the staff do, but for the demo's. */
export const needsFactor = (user: Owner): boolean => isStaffRole(user.role) && !isOfDemo(user);

/** Whether an account that needs a passkey or an authenticator app has neither. */
export async function isFactorMissing(user: Owner): Promise<boolean> {
  if (!needsFactor(user)) return false;
  return !(await hasPasskey(user.id)) && !(await isTotpOn(user.id));
}

/** The same of many. @returns the ids of those who have neither */
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
 * What is asked for after the right password: a code where an app is set up, in every role; of those who need a factor
 * and have passkeys alone, the passkey. To anybody else a passkey is another way in.
 */
export async function secondStepOf(user: Owner): Promise<'code' | 'passkey' | null> {
  if (await isTotpOn(user.id)) return 'code';
  return needsFactor(user) && (await hasPasskey(user.id)) ? 'passkey' : null;
}

/** What an account is signed in to with besides its password. Nothing of it is secret. */
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

/** A passkey as its owner sees it. */
export const presentPasskey = ({ _id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyDoc): Passkey => ({
  id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isSynced: isBackedUp,
});

/** Deletes all passkeys and the authenticator app of an account, with its recovery codes. @returns whether there was any */
export async function eraseFactors(userId: string): Promise<boolean> {
  const [passkeys, totp] = await Promise.all([
    PasskeyModel.deleteMany({ userId }),
    AuthenticatorModel.deleteOne({ _id: userId }),
  ]);
  return passkeys.deletedCount + totp.deletedCount > 0;
}
