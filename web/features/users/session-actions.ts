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

/** The number of session requests so far, and the latest request whose reply was stored, with that reply. */
let questions = 0;
let answered: { question: number; session: Session } | null = null;

/**
 * Loads the session. A demo installation signs its first visitors in as the demo rider, driver and
 * dispatcher, unless a user has signed out in this browser. Never throws: the store records a failure. A
 * reply is dropped if a sign-in, a sign-out or the reply to a later request came first.
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

/**
 * Signs in the demo's rider, driver and dispatcher. If the server refuses, the visitor stays signed out, and
 * every page offers to sign in.
 */
const welcomeNewcomer = (session: Session): Promise<Session> => call(api.signInDemo).catch(() => session);

/**
 * Signs a user in to the slot of their role and makes that role the active one.
 *
 * @throws ApiError 401 for a wrong email address or password, 428 with a challenge (`withProof`), 429
 */
export async function signIn(credentials: SignIn): Promise<void> {
  storeSignIn(await call(api.signIn, credentials), credentials.email);
}

/**
 * Stores the session after a sign-in, and makes the role of the user with this address the active one.
 *
 * @returns that role
 */
export const storeSignIn = (session: Session, email: string): ActingRole =>
  activateUser(session, ({ username }) => username === email);

/**
 * Stores the session after a sign-in, and makes the role of the user that matches `isThem` the active one.
 *
 * @returns that role
 */
export function activateUser(session: Session, isThem: (user: User) => boolean): ActingRole {
  const isSlotTheirs = (slot: ActingRole) => session[slot] !== null && isThem(session[slot]);
  const role = (['staff', 'driver'] as const).find(isSlotTheirs) ?? 'rider';
  clearSignedOut();
  setActiveRole(role);
  receiveSession(session);
  return role;
}

/** Signs in the demo rider, driver and dispatcher. @throws ApiError 404 if there is no demo */
export async function signInDemo(): Promise<void> {
  const session = await call(api.signInDemo);
  clearSignedOut();
  receiveSession(session);
}

/**
 * Creates a rider account, signs in, and makes rider the active role.
 *
 * @throws ApiError 409 EMAIL_TAKEN, 400 with issues by field, 429
 */
export async function signUp(account: SignUp): Promise<void> {
  const session = await call(api.signUp, account);
  clearSignedOut();
  setActiveRole('rider');
  receiveSession(session);
}

/**
 * Signs out of all roles. In a demo, this browser stays signed out until the next sign-in.
 *
 * @throws ApiError when nothing was signed out
 */
export async function signOut(): Promise<void> {
  await call(api.signOut, {});
  storeSignOut();
}

/** Records a deliberate sign-out, and clears the session. */
export function storeSignOut(): void {
  markSignedOut();
  const { demo } = useSessionStore.getState().session;
  receiveSession({ rider: null, driver: null, staff: null, demo });
}
