import { promisify } from 'node:util';
import type { Request } from 'express';
import expressSession, { type SessionData } from 'express-session';
import type { Role, StaffRole } from '#common/users/user.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { deviceOf, shownNetwork } from './device-of.ts';
import { addressOf } from './network-of.ts';
import {
  dropSession,
  LONGEST_SECONDS,
  leaveSessionList,
  listForgotten,
  publishSessionEnded,
  readSession,
  SessionStore,
  SLOTS,
  type Slot,
  takeSession,
} from './session-store.ts';

/** One of the staff, as their account says at this moment. */
export interface Staff {
  id: string;
  name: string;
  role: StaffRole;
}

declare module 'http' {
  interface IncomingMessage {
    /** Set by `session`, on requests and on socket handshakes alike. */
    session: expressSession.Session & Partial<SessionData>;
    sessionID: string;
    /** Set by `identifyStaff`: reads the account in the staff slot. @throws FORBIDDEN when it may not do this */
    authorizeStaff?: (needed: StaffRole) => Promise<Staff>;
    /** Set by `identifyStaff`: who of the staff is signed in, and changes something about their own account; null where nobody is. */
    findOwnStaff?: () => Promise<Staff | null>;
    /** Set by `noteStaffCalls`: answers a call by which this one of the staff changes something, so that it is seen even if it never ends. */
    noteStaffCall?: <Result>(staff: Staff, answer: () => Promise<Result>) => Promise<Result>;
  }
}

const isProduction = env.NODE_ENV === 'production';

/** Name of the session's cookie. `__Host-` binds it to this host and to TLS. */
export const SESSION_COOKIE = isProduction ? '__Host-marquee' : 'marquee';

/** How the cookie is set, and cleared: browsers drop it only where it is named as it was set. */
const COOKIE = { httpOnly: true, sameSite: 'lax', secure: isProduction, path: '/' } as const;

/**
 * Reads the session that the cookie names from Redis, where every node finds it. Visitors get no cookie before they
 * sign in, or a passkey is asked for: the sign-in page does that by itself where the browser fills passkeys in.
 */
export const session = expressSession({
  name: SESSION_COOKIE,
  secret: env.SESSION_SECRET,
  store: new SessionStore(),
  resave: false,
  saveUninitialized: false,
  cookie: { ...COOKIE, maxAge: LONGEST_SECONDS * 1_000 },
});

const SLOT_OF: Readonly<Record<Role, Slot>> = {
  rider: 'riderId',
  driver: 'driverId',
  dispatcher: 'staffId',
  admin: 'staffId',
};

/** Where a session keeps who is signed in to a role. */
export const slotOf = (role: Role): Slot => SLOT_OF[role];

/** Who is signed in, by slot. */
export type Slots = Partial<Record<Slot, string>>;

/** Whether a request's session is signed in to any role. */
export const isAnyoneSignedIn = ({ session }: Pick<Request, 'session'>): boolean =>
  Boolean(session.riderId ?? session.driverId ?? session.staffId);

/**
 * Signs users in, by the slot each takes; who is signed in to another slot stays. The session gets a new id,
 * so that one planted before (session fixation) is worthless, and sockets opened under the old one are
 * closed: they know too little. The new session is there before the old one goes: who is not in that any more by then was
 * signed out of it meanwhile, and is not taken along. Its end stays where somebody else does, and is a month from now otherwise.
 * Sessions past a hundred of one account end, those first that were seen longest ago.
 *
 * @param kept what the new session has besides
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
  const network = shownNetwork(addressOf(req));
  const signedIn = { riderId, driverId, staffId, signedInAt, device, network, isNew: true };
  Object.assign(req.session, signedIn, kept, users);
  await save(req);
  delete req.session.isNew;
  const old = await takeSession(oldId);
  const left = SLOTS.filter((slot) => !users[slot] && req.session[slot] !== old?.[slot]);
  if (left.length > 0) {
    for (const slot of left) delete req.session[slot];
    await save(req);
  }
  await publishSessionEnded(oldId);
  for (const userId of Object.values(users)) {
    for (const forgotten of await listForgotten(userId)) await endSessionById(userId, forgotten);
  }
  logger.info({ requestId: req.id, ...users }, 'signed in');
}

type Pending = Partial<Pick<SessionData, 'halfSignedIn' | 'challenge' | 'proof'>>;

/**
 * Keeps something in a session, of visitors too, who get one for ten minutes. Theirs has a new id each time: what is kept is
 * never in one that somebody else has planted.
 */
export async function keepInSession(req: Request, pending: Pending): Promise<void> {
  if (isAnyoneSignedIn(req)) {
    Object.assign(req.session, pending);
    return save(req);
  }
  const { halfSignedIn, challenge } = req.session;
  const oldId = req.sessionID;
  req.sessionStore.generate(req);
  Object.assign(req.session, { halfSignedIn, challenge, isNew: true }, pending);
  await save(req);
  delete req.session.isNew;
  await takeSession(oldId);
}

const save = ({ session }: Request): Promise<void> => promisify(session.save.bind(session))();

/**
 * Signs out of one slot; of all, where none is named or left, which destroys the session. Either way its
 * sockets are closed.
 */
export async function endSession(req: Request, slot: Slot | undefined): Promise<void> {
  const { sessionID } = req;
  const userId = slot && req.session[slot];
  if (slot) delete req.session[slot];
  if (slot && isAnyoneSignedIn(req)) await save(req);
  // The others may have been signed out of at the same time.
  if (!slot || !isAnyoneSignedIn(req)) {
    // Which is published with it.
    await promisify(req.session.destroy.bind(req.session))();
    clearBrowser(req);
  } else {
    await publishSessionEnded(sessionID);
  }
  if (userId) await leaveSessionList(userId, sessionID);
  logger.info({ requestId: req.id, slot }, 'signed out');
}

/**
 * Has the browser that makes this request drop the cookie of its session, which has ended, and what it cached. Not the storage: it has the
 * theme, and that somebody signed out here, which keeps the demo from starting anew.
 */
export function clearBrowser({ res }: Request): void {
  res?.clearCookie(SESSION_COOKIE, COOKIE);
  res?.set('Clear-Site-Data', '"cache"');
}

/** Whether a user is signed in to a session, in whatever role. */
export const isSignedInTo = (session: Partial<SessionData>, userId: string): boolean =>
  SLOTS.some((slot) => session[slot] === userId);

/**
 * Ends one of a user's sessions as a whole, and has every node close its sockets. One that they have signed out of is somebody else's, and
 * goes on: it is taken from their list alone.
 */
export async function endSessionById(userId: string, sessionId: string): Promise<void> {
  const session = await readSession(sessionId);
  if (!session || isSignedInTo(session, userId)) await dropSession(sessionId);
  await leaveSessionList(userId, sessionId);
}
