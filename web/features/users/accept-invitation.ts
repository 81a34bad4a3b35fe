import type { Invitation } from '#common/users/staff.ts';
import * as api from '#common/users/staff-api.ts';
import type { Session } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { type ActingRole, clearSignedOut, receiveSession, setActiveRole } from './session-store.ts';

/** Whom a link's token invites. @throws ApiError 404 for one that is not ours, 409 INVITATION_SPENT */
export const readInvitation = (token: string, signal: AbortSignal): Promise<Invitation> =>
  call(api.readInvitation, { token }, { signal });

/**
 * Sets the password of who was invited, and signs them in; they act from then on.
 *
 * @returns the slot they act in
 * @throws ApiError 409 INVITATION_SPENT, 400 with issues by field
 */
export async function acceptInvitation(token: string, password: string, email: string): Promise<ActingRole> {
  const session = await call(api.acceptInvitation, { token, password });
  const role = slotWith(session, email);
  clearSignedOut();
  setActiveRole(role);
  receiveSession(session);
  return role;
}

const slotWith = (session: Session, email: string): ActingRole =>
  (['staff', 'driver'] as const).find((role) => session[role]?.username === email) ?? 'rider';
