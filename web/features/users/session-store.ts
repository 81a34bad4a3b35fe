import { create } from 'zustand';
import type { Session, User } from '#common/users/user.ts';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** The slots of a session, of which one is active in a window. `staff` is a dispatcher or an admin. */
export type ActingRole = 'rider' | 'driver' | 'staff';

const ROLE_KEY = 'role';

export interface SessionState {
  /** `unknown` until the session has been loaded; `failed` when it could not be loaded. */
  phase: 'unknown' | 'known' | 'failed';
  session: Session;
  /** The slot active in this window. Set without a request, by opening a role's page or the role switch. */
  activeRole: ActingRole;
}

const NOBODY: Session = { rider: null, driver: null, staff: null, demo: false };

/** The signed-in users, and the active role. */
export const useSessionStore = create<SessionState>()(() => ({
  phase: 'unknown',
  session: NOBODY,
  activeRole: 'rider',
}));

/** Returns the user in the slot of the active role. A selector: `useSessionStore(actingUser)`. */
export const actingUser = ({ session, activeRole }: SessionState): User | null => session[activeRole];

/** Returns the target of the header's role switch: rider and driver alternate, staff become riders. */
export const otherRole = (role: ActingRole): ActingRole => (role === 'rider' ? 'driver' : 'rider');

/** Each window keeps its role, also across reloads, so that one can act as rider and another as driver. */
const storedRole = (): ActingRole => {
  const stored = readStored(ROLE_KEY, 'sessionStorage');
  return stored === 'driver' || stored === 'staff' ? stored : 'rider';
};

/** Sets the active role of this window. */
export function setActiveRole(role: ActingRole): void {
  writeStored(ROLE_KEY, role, 'sessionStorage');
  useSessionStore.setState({ activeRole: role });
}

/** Returns the wanted role if a user is signed in to it, else a role that has a signed-in user. */
const roleFor = (session: Session, wanted: ActingRole): ActingRole =>
  ([wanted, otherRole(wanted), 'driver', 'staff'] as const).find((role) => session[role]) ?? wanted;

/** Stores a session from the server's reply. */
export function receiveSession(session: Session): void {
  const { phase, activeRole } = useSessionStore.getState();
  const role = roleFor(session, phase === 'known' ? activeRole : storedRole());
  writeStored(ROLE_KEY, role, 'sessionStorage');
  useSessionStore.setState({ phase: 'known', session, activeRole: role });
}

/** Records that the session could not be loaded. A known session stays. */
export const failSession = (): void =>
  useSessionStore.setState(({ phase }) => ({ phase: phase === 'unknown' ? 'failed' : phase }));

const KEY = 'signed-out';

/** Whether a user has signed out in this browser. A demo then does not sign in automatically. */
export const hasSignedOut = (): boolean => readStored(KEY) === 'yes';

/** Records that a user signed out in this browser. */
export const markSignedOut = (): void => writeStored(KEY, 'yes');

/** Clears the record of a sign-out, when a user signs in. */
export const clearSignedOut = (): void => writeStored(KEY, 'no');
