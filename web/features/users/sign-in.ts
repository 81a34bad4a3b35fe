import { type SignIn, sessionSchema } from '#common/users/user.ts';
import { api } from '#web/lib/api-client.ts';
import { receiveSession, setActiveRole } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Signs a user in to the slot of its role and lets that role act. Throws `ApiError`: 401 for a wrong e-mail or password, 429. */
export async function signIn(credentials: SignIn): Promise<void> {
  const session = await api.post('/api/session', { body: credentials, schema: sessionSchema });
  clearSignedOut();
  setActiveRole(session.driver?.username === credentials.email ? 'driver' : 'rider');
  receiveSession(session);
}
