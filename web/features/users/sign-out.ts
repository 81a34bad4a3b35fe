import { api } from '#web/lib/api-client.ts';
import { receiveSession, useSessionStore } from './session-store.ts';
import { markSignedOut } from './signed-out-mark.ts';

/** Signs out of both roles; this browser stays anonymous until somebody signs in. Throws `ApiError`, and then nobody was signed out. */
export async function signOut(): Promise<void> {
  await api.delete('/api/session');
  markSignedOut();
  const { demo } = useSessionStore.getState().session;
  receiveSession({ rider: null, driver: null, demo });
}
