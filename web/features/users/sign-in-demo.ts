import * as api from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveSession } from './session-store.ts';
import { clearSignedOut } from './signed-out-mark.ts';

/** Signs in the demo rider and the demo driver. Throws `ApiError`, 404 where there is no demo. */
export async function signInDemo(): Promise<void> {
  const session = await call(api.signInDemo);
  clearSignedOut();
  receiveSession(session);
}
