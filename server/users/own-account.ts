import { AppError } from '#common/errors.ts';
import type { OwnerProof } from '#common/personal-data/own-data-api.ts';
import type { Account, ChangePassword } from '#common/users/account.ts';
import type { Role } from '#common/users/user.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { type Slots, slotOf } from '../http/session.ts';
import { listSessions } from '../http/user-sessions.ts';
import { isPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Guesses at the present password in one browser since it signed in; those in other browsers do not count. */
const guessesAtPassword = createLimit({ name: 'change-password', times: 10, windowSeconds: 900 });

/** The account of who is signed in to a role. @throws FORBIDDEN where nobody is, or it was disabled */
export async function findOwnAccount(user: Slots, role: Role): Promise<UserDoc> {
  const id = user[slotOf(role)];
  const account = id ? await UserModel.findOne({ _id: id, disabledAt: null }).lean<UserDoc>() : null;
  if (!account) throw noSuchAccount();
  return account;
}

/** Where nobody is signed in to a role, or their account is closed by now. */
export const noSuchAccount = () => new AppError('FORBIDDEN', 'Please log in to this account.');

/** The id of that account. @throws FORBIDDEN */
export async function requireOwnAccount(user: Slots, role: Role): Promise<string> {
  return (await findOwnAccount(user, role))._id.toHexString();
}

/** That account, as its owner sees it in the session of this id. @throws FORBIDDEN */
export async function readOwnAccount(user: Slots, role: Role, sessionId: string): Promise<Account> {
  const { _id, emailConfirmedAt, passwordChangedAt } = await findOwnAccount(user, role);
  return {
    emailConfirmedAt: emailConfirmedAt?.toISOString() ?? null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    sessions: await listSessions(_id.toHexString(), sessionId),
  };
}

/** When somebody first signed in to a session (ISO 8601). It stays so while signing in beside them gives the session another id. */
export type SignedInAt = string | undefined;

/** Whether it is the present password of an account. @throws TOO_MANY_REQUESTS after ten guesses in a session */
export async function isOwnPassword(
  { _id, passwordHash }: UserDoc,
  password: string,
  signedInAt: SignedInAt,
): Promise<boolean> {
  await guessesAtPassword.count(`${_id.toHexString()}:${signedInAt}`);
  return isPassword(password, passwordHash ?? undefined);
}

/**
 * The account of who is signed in to a role and knows its present password.
 *
 * @throws INVALID_REQUEST for a wrong one, FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function authorizeByPassword(
  user: Slots,
  { role, currentPassword }: OwnerProof,
  signedInAt: SignedInAt,
): Promise<UserDoc> {
  const account = await findOwnAccount(user, role);
  if (await isOwnPassword(account, currentPassword, signedInAt)) return account;
  throw fieldRefusal('currentPassword', 'That is not your present password.');
}

/** That account, for what an open session alone must not do. @throws INVALID_REQUEST, FORBIDDEN, TOO_MANY_REQUESTS */
export const requireOwner = async (
  user: Slots,
  proof: OwnerProof,
  signedInAt: SignedInAt,
): Promise<UserRecord> => toUserRecord(await authorizeByPassword(user, proof, signedInAt));

interface ChangeOptions {
  /** The session that stays. */
  sessionId: string;
  signedInAt: SignedInAt;
  endTokens: (user: UserRecord) => Promise<unknown>;
}

/**
 * Changes the password of who knows the present one; all sessions of the account end but this one.
 *
 * @param options.endTokens ends what stands for its owner without being signed in
 * @throws INVALID_REQUEST for a wrong present password and a new one that guessing starts with, FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function changeOwnPassword(
  user: Slots,
  { role, currentPassword, password }: ChangePassword,
  { sessionId, signedInAt, endTokens }: ChangeOptions,
): Promise<UserRecord> {
  const account = await authorizeByPassword(user, { role, currentPassword }, signedInAt);
  if (!(await replacePassword(account, password, { ownSessionId: sessionId, endTokens }))) {
    throw fieldRefusal('currentPassword', 'Your account was changed in another window meanwhile.');
  }
  return toUserRecord(account);
}
