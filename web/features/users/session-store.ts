import { create } from 'zustand';
import type { Session, User } from '#common/users/user.ts';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** The slots of a session that can act in a window; `staff` is a dispatcher or an admin. */
export type ActingRole = 'rider' | 'driver' | 'staff';

const ROLE_KEY = 'role';

export interface SessionState {
  /** `unknown` until the server has said who is signed in; `failed` when it could not be asked. */
  phase: 'unknown' | 'known' | 'failed';
  session: Session;
  /** Which of the slots acts in this window. Chosen without a call: by opening a page of a role, or by the account's switch. */
  activeRole: ActingRole;
}

const NOBODY: Session = { rider: null, driver: null, staff: null, demo: false };

/** Who is signed in, and in which role they act. */
export const useSessionStore = create<SessionState>()(() => ({
  phase: 'unknown',
  session: NOBODY,
  activeRole: 'rider',
}));

/** The user who acts: the one in the slot of the active role. A selector, `useSessionStore(actingUser)`. */
export const actingUser = ({ session, activeRole }: SessionState): User | null => session[activeRole];

/** The role that the header's switch leads to: rider and driver alternate, staff become riders. */
export const otherRole = (role: ActingRole): ActingRole => (role === 'rider' ? 'driver' : 'rider');

/** Each window keeps its role, also over a reload, so that one can be a rider's and another a driver's. */
const storedRole = (): ActingRole => {
  const stored = readStored(ROLE_KEY, 'sessionStorage');
  return stored === 'driver' || stored === 'staff' ? stored : 'rider';
};

/** Lets a role act in this window from now on. */
export function setActiveRole(role: ActingRole): void {
  writeStored(ROLE_KEY, role, 'sessionStorage');
  useSessionStore.setState({ activeRole: role });
}

/** The wanted role if somebody is signed in to it, else the role somebody is signed in to. */
const roleFor = (session: Session, wanted: ActingRole): ActingRole =>
  ([wanted, otherRole(wanted), 'driver', 'staff'] as const).find((role) => session[role]) ?? wanted;

/** Stores the session as the server replied it. */
export function receiveSession(session: Session): void {
  const { phase, activeRole } = useSessionStore.getState();
  const role = roleFor(session, phase === 'known' ? activeRole : storedRole());
  writeStored(ROLE_KEY, role, 'sessionStorage');
  useSessionStore.setState({ phase: 'known', session, activeRole: role });
}

/** Notes that the session could not be read; who was known stays known. */
export const failSession = (): void =>
  useSessionStore.setState(({ phase }) => ({ phase: phase === 'unknown' ? 'failed' : phase }));

const KEY = 'signed-out';

/** Whether somebody signed out in this browser: the demo then stays anonymous until asked. */
export const hasSignedOut = (): boolean => readStored(KEY) === 'yes';

/** Remembers that somebody signed out here. */
export const markSignedOut = (): void => writeStored(KEY, 'yes');

/** Forgets it, when somebody signs in. */
export const clearSignedOut = (): void => writeStored(KEY, 'no');
