import type { Session, SignIn, SignUp, User } from '#common/users/user.ts';
import * as api from '#common/users/users-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import {
  type ActingRole,
  clearSignedOut,
  failSession,
  hasSignedOut,
  markSignedOut,
  receiveSession,
  setActiveRole,
  useSessionStore,
} from './session-store.ts';

/** How often it was asked who is signed in, and what the latest of the questions brought that was answered. */
let questions = 0;
let answered: { question: number; session: Session } | null = null;

/**
 * Reads who is signed in. A demo installation signs its first visitors in as the demo rider, driver and dispatcher, unless
 * somebody has signed out in this browser. Never throws: a failure is noted in the store. A reply that a sign-in, a sign-out or the reply
 * to a later question has overtaken is dropped.
 */
export async function loadSession(): Promise<void> {
  questions += 1;
  const question = questions;
  const known = useSessionStore.getState().session;
  const isOvertaken = () => {
    const { session } = useSessionStore.getState();
    const isOfEarlier = session === answered?.session && answered.question < question;
    return session !== known && !isOfEarlier;
  };
  try {
    const session = await fetchWithTimeout((signal) => call(api.readSession, {}, { signal }));
    if (isOvertaken()) return;
    const isNewcomer = !session.rider && !session.driver && !session.staff && !hasSignedOut();
    const current = session.demo && isNewcomer ? await welcomeNewcomer(session) : session;
    if (isOvertaken()) return;
    answered = { question, session: current };
    receiveSession(current);
  } catch {
    failSession();
  }
}

/** The demo's rider, driver and dispatcher, signed in; where the server refuses, nobody, as before: every page then offers to sign in. */
const welcomeNewcomer = (session: Session): Promise<Session> => call(api.signInDemo).catch(() => session);

/** Signs a user in to the slot of its role and lets that role act. @throws ApiError 401 for a wrong e-mail or password, 428 with a challenge (`withProof`), 429 */
export async function signIn(credentials: SignIn): Promise<void> {
  enterSession(await call(api.signIn, credentials), credentials.email);
}

/** Stores a session that somebody has just signed in to by their address, and lets their role act. @returns that role */
export const enterSession = (session: Session, email: string): ActingRole =>
  enterAs(session, ({ username }) => username === email);

/** The same, of who is told apart in another way. */
export function enterAs(session: Session, isThem: (user: User) => boolean): ActingRole {
  const isSlotTheirs = (slot: ActingRole) => session[slot] !== null && isThem(session[slot]);
  const role = (['staff', 'driver'] as const).find(isSlotTheirs) ?? 'rider';
  clearSignedOut();
  setActiveRole(role);
  receiveSession(session);
  return role;
}

/** Signs in the demo rider, driver and dispatcher. @throws ApiError 404 where there is no demo */
export async function signInDemo(): Promise<void> {
  const session = await call(api.signInDemo);
  clearSignedOut();
  receiveSession(session);
}

/** Creates a rider, signed in and acting. @throws ApiError 409 EMAIL_TAKEN, 400 with issues by field, 429 */
export async function signUp(account: SignUp): Promise<void> {
  const session = await call(api.signUp, account);
  clearSignedOut();
  setActiveRole('rider');
  receiveSession(session);
}

/** Signs out of all roles; this browser stays anonymous until somebody signs in. @throws ApiError and then nobody was signed out */
export async function signOut(): Promise<void> {
  await call(api.signOut, {});
  leaveSession();
}

/** Notes that nobody is signed in here any more, and that it was meant so. */
export function leaveSession(): void {
  markSignedOut();
  const { demo } = useSessionStore.getState().session;
  receiveSession({ rider: null, driver: null, staff: null, demo });
}
