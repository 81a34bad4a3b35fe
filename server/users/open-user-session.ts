import type { AppError } from '#common/errors.ts';
import type { Session } from '#common/users/user.ts';
import { deviceTokensOf } from '../http/device-cookie.ts';
import { endSession, openSession, slotOf } from '../http/session.ts';
import { presentSession } from './accounts.ts';
import { rememberDevice } from './known-devices.ts';
import { proofOf } from './own-proof.ts';
import type { UserRecord } from './user-model.ts';

interface LastCheck {
  /** Reads again what the sign-in relied on. */
  isStillValid: () => Promise<boolean>;
  refusal: () => AppError;
}

/**
 * Signs a user in: the last step of every sign-in. Before it come `authorizeBeside` (before a link, code or
 * challenge is used up), `requireSecondStep` after a password or a link, and the line in the audit log. In
 * this order:
 *
 * 1. opens a session with a new id, the user in the slot of their role, and their proof of ownership;
 * 2. with `lastCheck`, if the sign-in is no longer valid, ends the session again and throws `refusal`:
 *    `endSessionsOf` may have run before the session existed (`signIn` checks a password itself);
 * 3. makes the browser a known device of the account;
 * 4. returns the session for the reply.
 */
export async function openUserSession(
  req: Parameters<typeof openSession>[0],
  user: Pick<UserRecord, 'id' | 'role'>,
  lastCheck?: LastCheck,
): Promise<Session> {
  await openSession(req, { [slotOf(user.role)]: user.id }, proofOf(user));
  if (lastCheck && !(await lastCheck.isStillValid())) {
    await endSession(req, undefined);
    throw lastCheck.refusal();
  }
  await rememberDevice(user.id, deviceTokensOf(req));
  return presentSession(req.session);
}
