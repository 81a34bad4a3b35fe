import type { Session } from '#common/users/user.ts';
import { readSession, signInDemo } from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { failSession, receiveSession, useSessionStore } from './session-store.ts';
import { hasSignedOut } from './signed-out-mark.ts';

/**
 * Asks the server who is signed in. A demo installation signs its first visitors in as the demo rider and the demo driver,
 * unless somebody has signed out in this browser. Never throws: a failure to ask is noted in the store. An answer that a sign-in or
 * sign-out has overtaken is dropped.
 */
export async function loadSession(): Promise<void> {
  const known = useSessionStore.getState().session;
  const isOvertaken = () => useSessionStore.getState().session !== known;
  try {
    const session = await fetchWithTimeout((signal) => call(readSession, {}, { signal }));
    if (isOvertaken()) return;
    const isNewcomer = !session.rider && !session.driver && !hasSignedOut();
    const current = session.demo && isNewcomer ? await welcomeNewcomer(session) : session;
    if (!isOvertaken()) receiveSession(current);
  } catch {
    failSession();
  }
}

/** The demo's rider and driver, signed in; where the server refuses, nobody, as before: every page then offers to sign in. */
const welcomeNewcomer = (session: Session): Promise<Session> => call(signInDemo).catch(() => session);
