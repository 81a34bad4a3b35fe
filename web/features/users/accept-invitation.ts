import type { AcceptInvitation, Invitation } from '#common/users/staff.ts';
import * as api from '#common/users/staff-api.ts';
import { call } from '#web/lib/call.ts';
import { storeSignIn } from './session-actions.ts';
import type { ActingRole } from './session-store.ts';

/**
 * Reads the invitation behind a link's token.
 *
 * @throws ApiError 404 for an unknown token, 409 INVITATION_SPENT
 */
export const readInvitation = (token: string, signal: AbortSignal): Promise<Invitation> =>
  call(api.readInvitation, { token }, { signal });

/**
 * Sets the invited user's password and signs them in, which makes their role the active one.
 *
 * @returns the role's slot in the session
 * @throws ApiError 409 INVITATION_SPENT, SOMEBODY_SIGNED_IN, STAFF_ALONE, 400 with issues by field
 */
export async function acceptInvitation(
  token: string,
  accepted: AcceptInvitation,
  email: string,
): Promise<ActingRole> {
  return storeSignIn(await call(api.acceptInvitation, { token, ...accepted }), email);
}
