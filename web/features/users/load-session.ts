import { type Session, sessionSchema } from '#common/users/user.ts';
import { api } from '#web/lib/api-client.ts';
import { readInTime } from '#web/lib/read-in-time.ts';
import { failSession, receiveSession, useSessionStore } from './session-store.ts';
import { hasSignedOut } from './signed-out-mark.ts';

const SESSION = { schema: sessionSchema };

const isDemoNewcomer = ({ rider, driver, demo }: Session): boolean =>
  demo && !rider && !driver && !hasSignedOut();

/**
 * Asks the server who is signed in. A demo installation signs its first visitors in as the demo rider and the demo driver,
 * unless somebody has signed out in this browser. Never throws: a failure is noted in the store. An answer that was overtaken by a
 * sign-in or sign-out is dropped.
 */
export async function loadSession(): Promise<void> {
  const known = useSessionStore.getState().session;
  const isOvertaken = () => useSessionStore.getState().session !== known;
  try {
    const session = await readInTime((signal) => api.get('/api/session', { ...SESSION, signal }));
    if (isOvertaken()) return;
    const current = isDemoNewcomer(session) ? await api.post('/api/session/demo', SESSION) : session;
    if (!isOvertaken()) receiveSession(current);
  } catch {
    failSession();
  }
}
