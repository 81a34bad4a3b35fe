import { type Session, sessionSchema } from '#common/users/user.ts';
import { api } from '#web/lib/api-client.ts';
import { failSession, receiveSession } from './session-store.ts';
import { hasSignedOut } from './signed-out-mark.ts';

const SESSION = { schema: sessionSchema };

/**
 * Asks the server who is signed in. A demo installation signs its first visitors in as the demo rider and the demo driver,
 * unless somebody has signed out in this browser. Never throws: a failure to ask is noted in the store.
 */
export async function loadSession(): Promise<void> {
  try {
    const session = await api.get('/api/session', SESSION);
    const isNewcomer = !session.rider && !session.driver && !hasSignedOut();
    receiveSession(session.demo && isNewcomer ? await welcomeNewcomer(session) : session);
  } catch {
    failSession();
  }
}

/** The demo's rider and driver, signed in; where the server refuses, nobody, as before: every page then offers to sign in. */
const welcomeNewcomer = (session: Session): Promise<Session> =>
  api.post('/api/session/demo', SESSION).catch(() => session);
