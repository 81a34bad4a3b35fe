import * as api from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveSession, useSessionStore } from './session-store.ts';
import { markSignedOut } from './signed-out-mark.ts';

/** Signs out of both roles; this browser stays anonymous until somebody signs in. Throws `ApiError`, and then nobody was signed out. */
export async function signOut(): Promise<void> {
  await call(api.signOut, {});
  markSignedOut();
  const { demo } = useSessionStore.getState().session;
  receiveSession({ rider: null, driver: null, demo });
}
