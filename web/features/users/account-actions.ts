import type { Account, ChangePassword, ChangeProfile, ResetPassword } from '#common/users/account.ts';
import * as api from '#common/users/account-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { storeSignIn } from './session-actions.ts';
import { type ActingRole, receiveSession } from './session-store.ts';

/**
 * Requests an email with a password reset link. The reply does not reveal whether the account exists.
 *
 * @throws ApiError 400, 429
 */
export const requestPasswordReset = (email: string): Promise<void> =>
  call(api.requestPasswordReset, { email });

/**
 * Reads the email address of the account whose password a link's token resets.
 *
 * @throws ApiError 409 LINK_SPENT
 */
export const readPasswordReset = (token: string, signal: AbortSignal): Promise<{ email: string }> =>
  call(api.readPasswordReset, { token }, { signal });

/**
 * Sets a new password by a link's token and signs the account's user in, which makes their role the active
 * one.
 *
 * @returns the role's slot in the session
 * @throws ApiError 409 LINK_SPENT, SOMEBODY_SIGNED_IN, STAFF_ALONE, 400 with issues by field
 */
export async function resetPassword(reset: ResetPassword, email: string): Promise<ActingRole> {
  return storeSignIn(await call(api.resetPassword, reset), email);
}

/** Reads the account that is signed in to a role. */
export const readAccount = (role: Role, signal: AbortSignal): Promise<Account> =>
  call(api.readAccount, { role }, { signal });

/**
 * Changes the user's own name or phone number, and updates the session store.
 *
 * @throws ApiError 400 with issues by field, 429
 */
export async function changeProfile(change: ChangeProfile): Promise<void> {
  receiveSession(await call(api.changeProfile, change));
}

/**
 * Changes the user's own password, which signs out all other browsers.
 *
 * @throws ApiError 400 with issues by field, 429
 */
export async function changePassword(change: ChangePassword): Promise<void> {
  receiveSession(await call(api.changePassword, change));
}

/** Signs out one other browser. */
export const endSession = (role: Role, key: string): Promise<void> => call(api.endSession, { role, key });

/** Signs out all other browsers. */
export const endOtherSessions = (role: Role): Promise<void> => call(api.endOtherSessions, { role });
