import type { ChangeEmail, EmailLink, OpenedEmailLink, SpendEmailLink } from '#common/users/account.ts';
import * as api from '#common/users/account-api.ts';
import { call } from '#web/lib/call.ts';
import { loadSession } from './session-actions.ts';

/** What the link of a mail about an address does. @throws ApiError 409 LINK_SPENT */
export const readEmailLink = (token: string, signal: AbortSignal): Promise<OpenedEmailLink> =>
  call(api.readEmailLink, { token }, { signal });

/**
 * Confirms an address by the link of a mail; a new one is the account's from then on. Who is signed in is read anew.
 *
 * @throws ApiError 400 with issues by field, 409 LINK_SPENT, EMAIL_TAKEN, 429
 */
export async function spendEmailLink(link: SpendEmailLink): Promise<EmailLink> {
  const confirmed = await call(api.spendEmailLink, link);
  await loadSession();
  return confirmed;
}

/** Has a link mailed to the new address of an account. @throws ApiError 400 with issues by field, 429 */
export const changeEmail = (change: ChangeEmail): Promise<void> => call(api.changeEmail, change);
