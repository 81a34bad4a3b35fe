import { promisify } from 'node:util';
import type { Request } from 'express';
import expressSession, { type SessionData } from 'express-session';
import type { Role, StaffRole } from '#common/users/user.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { deviceOf, shownNetwork } from './device-of.ts';
import { clientNetworkOf } from './network-of.ts';
import { LONGEST_SECONDS, SLOTS, type Slot } from './session-fields.ts';
import { listExcessSessions, removeFromSessionList } from './session-list.ts';
import {
  createHandshakeStore,
  dropSession,
  publishSessionEnded,
  readSession,
  SessionStore,
  takeSession,
} from './session-store.ts';

/** A staff member with their present role. */
export interface Staff {
  id: string;
  name: string;
  role: StaffRole;
}

declare module 'http' {
  interface IncomingMessage {
    /** Set by `session`, on requests and socket handshakes. */
    session: expressSession.Session & Partial<SessionData>;
    sessionID: string;
    /**
     * Set by `identifyStaff`: reads and authorizes the account in the staff slot.
     *
     * @throws AppError FORBIDDEN when it does not have this role
     */
    authorizeStaff?: (needed: StaffRole) => Promise<Staff>;
    /**
     * Set by `identifyStaff`: returns the signed-in staff member, for calls about their own account; null
     * when there is none.
     */
    findOwnStaff?: () => Promise<Staff | null>;
    /**
     * Set by `recordStaffCalls`: runs a staff member's write and notes it in the audit log before, so that it
     * is recorded even if it never completes.
     */
    runStaffCall?: <Result>(staff: Staff, answer: () => Promise<Result>) => Promise<Result>;
  }
}

const isProduction = env.NODE_ENV === 'production';

/** Name of the session cookie. `__Host-` binds it to this host and to TLS. */
export const SESSION_COOKIE = isProduction ? '__Host-marquee' : 'marquee';

/** Attributes for setting and clearing the cookie. Browsers clear it only when they match. */
const COOKIE = { httpOnly: true, sameSite: 'lax', secure: isProduction, path: '/' } as const;

/**
 * Loads the session named by the cookie from Redis, which all nodes share. Visitors get no cookie before they
 * sign in or a passkey challenge is issued, which the sign-in page requests automatically in browsers that
 * autofill passkeys.
 */
export const session = sessionFrom(new SessionStore());

/** The same for socket handshakes, of which thousands may come at once. It only reads. */
export const handshakeSession = sessionFrom(createHandshakeStore());

function sessionFrom(store: SessionStore) {
  return expressSession({
    name: SESSION_COOKIE,
    secret: env.SESSION_SECRET,
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { ...COOKIE, maxAge: LONGEST_SECONDS * 1_000 },
  });
}

const SLOT_OF: Readonly<Record<Role, Slot>> = {
  rider: 'riderId',
  driver: 'driverId',
  dispatcher: 'staffId',
  admin: 'staffId',
};

/** Returns the session slot of a role. */
export const slotOf = (role: Role): Slot => SLOT_OF[role];

/** The ids of the signed-in users by slot. */
export type Slots = Partial<Record<Slot, string>>;

/** Whether anyone is signed in to the request's session. */
export const isAnyoneSignedIn = ({ session }: Pick<Request, 'session'>): boolean =>
  Boolean(session.riderId ?? session.driverId ?? session.staffId);

/**
 * Signs users in to their slots; users in other slots stay signed in. The session gets a new id, so that a
 * planted one (session fixation) is worthless, and sockets opened with the old id are closed, because they
 * lack the new roles. The new session is written before the old one is deleted: users who are no longer in
 * the old one by then were signed out concurrently, and are removed from the new one too. The session's
 * maximum age counts from the first sign-in if another user stays signed in, else from now. An account's
 * sessions beyond a hundred end, the least recently active first.
 *
 * @param kept further data for the new session
 */
export async function openSession(
  req: Request,
  users: Slots,
  kept: Pick<SessionData, 'proof'> | null = null,
): Promise<void> {
  const { riderId, driverId, staffId } = req.session;
  const isBeside = SLOTS.some((slot) => !users[slot] && req.session[slot]);
  const signedInAt = (isBeside && req.session.signedInAt) || databaseClock.now().toISOString();
  const oldId = req.sessionID;
  req.sessionStore.generate(req);
  const device = deviceOf(req.get('user-agent'));
  const network = shownNetwork(clientNetworkOf(req));
  const signedIn = { riderId, driverId, staffId, signedInAt, device, network, isNew: true };
  Object.assign(req.session, signedIn, kept, users);
  await save(req);
  delete req.session.isNew;
  const old = await takeSession(oldId);
  const signedOutSlots = SLOTS.filter((slot) => !users[slot] && req.session[slot] !== old?.[slot]);
  if (signedOutSlots.length > 0) {
    for (const slot of signedOutSlots) delete req.session[slot];
    await save(req);
  }
  await publishSessionEnded(oldId);
  for (const userId of Object.values(users)) {
    for (const forgotten of await listExcessSessions(userId)) await endSessionById(userId, forgotten);
  }
  logger.info({ requestId: req.id, ...users }, 'signed in');
}

type Pending = Partial<Pick<SessionData, 'halfSignedIn' | 'challenges' | 'proof'>>;

/**
 * Stores pending data in a session. A visitor gets a session for ten minutes, with a new id each time, so
 * that the data is never in a session that an attacker planted.
 */
export async function storeInSession(req: Request, pending: Pending): Promise<void> {
  if (isAnyoneSignedIn(req)) {
    Object.assign(req.session, pending);
    return save(req);
  }
  const { halfSignedIn, challenges } = req.session;
  const oldId = req.sessionID;
  req.sessionStore.generate(req);
  Object.assign(req.session, { halfSignedIn, challenges, isNew: true }, pending);
  await save(req);
  delete req.session.isNew;
  await takeSession(oldId);
}

const save = ({ session }: Request): Promise<void> => promisify(session.save.bind(session))();

/**
 * Signs out one slot, or all when none is given or remains, which destroys the session. Its sockets are
 * closed in either case.
 */
export async function endSession(req: Request, slot: Slot | undefined): Promise<void> {
  const { sessionID } = req;
  const userId = slot && req.session[slot];
  if (slot) delete req.session[slot];
  if (slot && isAnyoneSignedIn(req)) await save(req);
  // The other slots may have been signed out concurrently.
  if (!slot || !isAnyoneSignedIn(req)) {
    // Also publishes the end of the session.
    await promisify(req.session.destroy.bind(req.session))();
    clearBrowser(req);
  } else {
    await publishSessionEnded(sessionID);
  }
  if (userId) await removeFromSessionList(userId, sessionID);
  logger.info({ requestId: req.id, slot }, 'signed out');
}

/**
 * Clears the cookie of an ended session and the browser's cache. Keeps its storage, which holds the theme and
 * the mark that prevents the demo from signing in again.
 */
export function clearBrowser({ res }: Request): void {
  res?.clearCookie(SESSION_COOKIE, COOKIE);
  res?.set('Clear-Site-Data', '"cache"');
}

/** Whether a user is signed in to a session, in any role. */
export const isSignedInTo = (session: Partial<SessionData>, userId: string): boolean =>
  SLOTS.some((slot) => session[slot] === userId);

/**
 * Ends a user's session with all its slots, and closes its sockets on every node. If the user has left the
 * session and others still use it, it is only removed from the user's list.
 */
export async function endSessionById(userId: string, sessionId: string): Promise<void> {
  const session = await readSession(sessionId);
  if (!session || isSignedInTo(session, userId)) await dropSession(sessionId);
  await removeFromSessionList(userId, sessionId);
}
