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

/** Limits guesses at the present password per session, so that other browsers do not use up the limit. */
const guessesAtPassword = createLimit({ name: 'change-password', times: 10, windowSeconds: 900 });

/**
 * Returns the account signed in with this role.
 *
 * @throws AppError FORBIDDEN when there is none, or it is disabled
 */
export async function findOwnAccount(user: Slots, role: Role): Promise<UserDoc> {
  const id = user[slotOf(role)];
  const account = id ? await UserModel.findOne({ _id: id, disabledAt: null }).lean<UserDoc>() : null;
  if (!account) throw noSuchAccount();
  return account;
}

/** The error for a role that nobody is signed in with, or whose account is disabled. */
export const noSuchAccount = () => new AppError('FORBIDDEN', 'Please log in to this account.');

/** Returns the id of the account signed in with this role. @throws AppError FORBIDDEN */
export async function requireOwnAccount(user: Slots, role: Role): Promise<string> {
  return (await findOwnAccount(user, role))._id.toHexString();
}

/**
 * Returns the account signed in with this role, formatted for its owner. The session with this id is marked
 * as the present one.
 *
 * @throws AppError FORBIDDEN
 */
export async function readOwnAccount(user: Slots, role: Role, sessionId: string): Promise<Account> {
  const { _id, emailConfirmedAt, passwordChangedAt } = await findOwnAccount(user, role);
  return {
    emailConfirmedAt: emailConfirmedAt?.toISOString() ?? null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    sessions: await listSessions(_id.toHexString(), sessionId),
  };
}

/**
 * When the session was first signed in to (ISO 8601). Kept when a further sign-in in the same browser gives
 * the session a new id.
 */
export type SignedInAt = string | undefined;

/**
 * Whether this is the account's present password.
 *
 * @throws AppError TOO_MANY_REQUESTS after ten attempts in a session
 */
export async function isOwnPassword(
  { _id, passwordHash }: UserDoc,
  password: string,
  signedInAt: SignedInAt,
): Promise<boolean> {
  await guessesAtPassword.count(`${_id.toHexString()}:${signedInAt}`);
  return isPassword(password, passwordHash ?? undefined);
}

/**
 * Returns the account signed in with this role, after verifying its present password.
 *
 * @throws AppError INVALID_REQUEST for a wrong password
 * @throws AppError FORBIDDEN
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function authorizeByPassword(
  user: Slots,
  { role, currentPassword }: OwnerProof,
  signedInAt: SignedInAt,
): Promise<UserDoc> {
  const account = await findOwnAccount(user, role);
  if (await isOwnPassword(account, currentPassword, signedInAt)) return account;
  throw fieldRefusal('currentPassword', 'That is not your current password.');
}

/**
 * Like `authorizeByPassword`, for actions that an open session alone must not perform.
 *
 * @throws AppError INVALID_REQUEST, FORBIDDEN, TOO_MANY_REQUESTS
 */
export const requireOwner = async (
  user: Slots,
  proof: OwnerProof,
  signedInAt: SignedInAt,
): Promise<UserRecord> => toUserRecord(await authorizeByPassword(user, proof, signedInAt));

interface ChangeOptions {
  /** The session to keep. */
  sessionId: string;
  signedInAt: SignedInAt;
  endTokens: (user: UserRecord) => Promise<unknown>;
}

/**
 * Changes the password of the signed-in user, who gives the present one, and ends all other sessions.
 *
 * @param options.endTokens revokes credentials that work without a session
 * @throws AppError INVALID_REQUEST for a wrong present password or a commonly guessed new one
 * @throws AppError FORBIDDEN
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function changeOwnPassword(
  user: Slots,
  { role, currentPassword, password }: ChangePassword,
  { sessionId, signedInAt, endTokens }: ChangeOptions,
): Promise<UserRecord> {
  const account = await authorizeByPassword(user, { role, currentPassword }, signedInAt);
  if (!(await replacePassword(account, password, { ownSessionId: sessionId, endTokens }))) {
    throw fieldRefusal('currentPassword', 'Your account has since changed in another window.');
  }
  return toUserRecord(account);
}
