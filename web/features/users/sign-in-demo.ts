import { sessionSchema } from '#common/users/user.ts';
import { api } from '#web/lib/api-client.ts';
import { receiveSession } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Signs in the demo rider and the demo driver. Throws `ApiError`, 404 where there is no demo. */
export async function signInDemo(): Promise<void> {
  const session = await api.post('/api/session/demo', { schema: sessionSchema });
  clearSignedOut();
  receiveSession(session);
}
