import type { SignUp } from '#common/users/user.ts';
import * as api from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveSession, setActiveRole } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Creates a rider, signed in and acting. Throws `ApiError`: 409 EMAIL_TAKEN, 400 with issues by field, 429. */
export async function signUp(account: SignUp): Promise<void> {
  const session = await call(api.signUp, account);
  clearSignedOut();
  setActiveRole('rider');
  receiveSession(session);
}
