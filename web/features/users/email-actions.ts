import type { ChangeEmail, EmailLink, OpenedEmailLink, SpendEmailLink } from '#common/users/account.ts';
import * as api from '#common/users/account-api.ts';
import { call } from '#web/lib/call.ts';
import { loadSession } from './session-actions.ts';

/** Reads the effect of a mailed link about an email address. @throws ApiError 409 LINK_SPENT */
export const readEmailLink = (token: string, signal: AbortSignal): Promise<OpenedEmailLink> =>
  call(api.readEmailLink, { token }, { signal });

/**
 * Confirms an email address by a mailed link; a new address replaces the account's. Reloads the session.
 *
 * @throws ApiError 400 with issues by field, 409 LINK_SPENT, EMAIL_TAKEN, 429
 */
export async function spendEmailLink(link: SpendEmailLink): Promise<EmailLink> {
  const confirmed = await call(api.spendEmailLink, link);
  await loadSession();
  return confirmed;
}

/**
 * Requests a confirmation link for an account's new address, mailed to that address.
 *
 * @throws ApiError 400 with issues by field, 429
 */
export const changeEmail = (change: ChangeEmail): Promise<void> => call(api.changeEmail, change);
