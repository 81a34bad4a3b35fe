import { type SignUp, sessionSchema } from '#common/users/user.ts';
import { api } from '#web/lib/api-client.ts';
import { receiveSession, setActiveRole } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Creates a rider, signed in and acting. Throws `ApiError`: 409 EMAIL_TAKEN, 400 with issues by field, 429. */
export async function signUp(account: SignUp): Promise<void> {
  const session = await api.post('/api/users', { body: account, schema: sessionSchema });
  clearSignedOut();
  setActiveRole('rider');
  receiveSession(session);
}
