import type { AcceptInvitation, Invitation } from '#common/users/staff.ts';
import * as api from '#common/users/staff-api.ts';
import { call } from '#web/lib/call.ts';
import { enterSession } from './session-actions.ts';
import type { ActingRole } from './session-store.ts';

/** Whom a link's token invites. @throws ApiError 404 for one that is not ours, 409 INVITATION_SPENT */
export const readInvitation = (token: string, signal: AbortSignal): Promise<Invitation> =>
  call(api.readInvitation, { token }, { signal });

/**
 * Sets the password of who was invited, and signs them in; they act from then on.
 *
 * @returns the slot they act in
 * @throws ApiError 409 INVITATION_SPENT, SOMEBODY_SIGNED_IN, STAFF_ALONE, 400 with issues by field
 */
export async function acceptInvitation(
  token: string,
  accepted: AcceptInvitation,
  email: string,
): Promise<ActingRole> {
  return enterSession(await call(api.acceptInvitation, { token, ...accepted }), email);
}
