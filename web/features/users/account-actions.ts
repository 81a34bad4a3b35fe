import type { Account, ChangePassword, ChangeProfile, ResetPassword } from '#common/users/account.ts';
import * as api from '#common/users/account-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { enterSession } from './session-actions.ts';
import { type ActingRole, receiveSession } from './session-store.ts';

/** Has a link to a new password mailed; says nothing of whether there is such an account. @throws ApiError 400, 429 */
export const askPasswordReset = (email: string): Promise<void> => call(api.askPasswordReset, { email });

/** Whose password a link's token resets. @throws ApiError 409 LINK_SPENT */
export const readPasswordReset = (token: string, signal: AbortSignal): Promise<{ email: string }> =>
  call(api.readPasswordReset, { token }, { signal });

/**
 * Sets a new password by a link's token, and signs in who it belongs to; they act from then on.
 *
 * @returns the slot they act in
 * @throws ApiError 409 LINK_SPENT, SOMEBODY_SIGNED_IN, STAFF_ALONE, 400 with issues by field
 */
export async function resetPassword(reset: ResetPassword, email: string): Promise<ActingRole> {
  return enterSession(await call(api.resetPassword, reset), email);
}

/** The account that is signed in to a role. */
export const readAccount = (role: Role, signal: AbortSignal): Promise<Account> =>
  call(api.readAccount, { role }, { signal });

/** Changes one's name or phone number, which this window shows at once. @throws ApiError 400 with issues by field, 429 */
export async function changeProfile(change: ChangeProfile): Promise<void> {
  receiveSession(await call(api.changeProfile, change));
}

/** Changes a password; all other browsers are signed out. @throws ApiError 400 with issues by field, 429 */
export async function changePassword(change: ChangePassword): Promise<void> {
  receiveSession(await call(api.changePassword, change));
}

/** Signs out of another browser. */
export const endSession = (role: Role, key: string): Promise<void> => call(api.endSession, { role, key });

/** Signs out of all other browsers. */
export const endOtherSessions = (role: Role): Promise<void> => call(api.endOtherSessions, { role });
