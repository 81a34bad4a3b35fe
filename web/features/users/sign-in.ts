import type { SignIn } from '#common/users/user.ts';
import * as api from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveSession, setActiveRole } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Signs a user in to the slot of its role and lets that role act. Throws `ApiError`: 401 for a wrong e-mail or password, 429. */
export async function signIn(credentials: SignIn): Promise<void> {
  const session = await call(api.signIn, credentials);
  clearSignedOut();
  setActiveRole(session.driver?.username === credentials.email ? 'driver' : 'rider');
  receiveSession(session);
}
