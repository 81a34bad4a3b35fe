import { promisify } from 'node:util';
import RedisStore from 'connect-redis';
import type { Request } from 'express';
import expressSession, { type SessionData } from 'express-session';
import type { StaffRole } from '#common/users/user.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { channel, redis } from '../infra/redis.ts';
import { throttle } from '../infra/throttle.ts';

/** One of the staff, as their account says at this moment. */
export interface Staff {
  id: string;
  name: string;
  role: StaffRole;
}

declare module 'express-session' {
  interface SessionData {
    /** Who is signed in: a rider, a driver and one of the staff at most. */
    riderId: string;
    driverId: string;
    staffId: string;
    /** When the first of them signed in, ISO 8601. */
    signedInAt: string;
    /** Set by `openSession` for the first write; not stored. */
    isNew?: true;
  }
}

declare module 'http' {
  interface IncomingMessage {
    /** Set by `session`, on requests and on socket handshakes alike. */
    session: expressSession.Session & Partial<SessionData>;
    sessionID: string;
    /** Set by `identifyStaff`: reads the account in the staff slot. @throws FORBIDDEN when it may not do this */
    authorizeStaff?: (needed: StaffRole) => Promise<Staff>;
  }
}

/** A session ends after a week without a request, and a month after signing in at the latest. */
const IDLE_SECONDS = 7 * 86_400;
const LONGEST_SECONDS = 30 * 86_400;

function secondsLeft({ signedInAt }: Partial<SessionData>): number {
  const ageMs = signedInAt ? Date.now() - Date.parse(signedInAt) : 0;
  return Math.min(IDLE_SECONDS, LONGEST_SECONDS - Math.floor(ageMs / 1_000));
}

const isProduction = env.NODE_ENV === 'production';

/** A request extends its session, but at most once in this time: a minute of a week does not matter. */
const EXTEND_EVERY_MS = 60_000;

const PREFIX = 'session:';

const kept = new RedisStore({ client: redis, prefix: PREFIX, ttl: secondsLeft });

/**
 * The sessions in Redis, extended as they are read. It has no `touch`, for which express-session would hold
 * back the last byte of every reply.
 */
class SessionStore extends expressSession.Store {
  readonly #isDue = throttle(EXTEND_EVERY_MS);

  override get(sessionId: string, done: (error: unknown, data?: SessionData | null) => void): void {
    kept.get(sessionId, (error: unknown, data?: SessionData | null) => {
      if (data && this.#isDue(sessionId)) kept.touch(sessionId, data);
      done(error, data);
    });
  }

  /**
   * Only a new session is created; others are overwritten, so that a concurrent request cannot revive one
   * that was signed out of.
   */
  override set(sessionId: string, data: SessionData, done?: (error?: unknown) => void): void {
    const { isNew, ...lasting } = data;
    const entry = [`${PREFIX}${sessionId}`, JSON.stringify(lasting), 'EX', secondsLeft(data)] as const;
    const written = isNew ? redis.set(...entry) : redis.set(...entry, 'XX');
    written.then(() => done?.(), done);
  }

  override destroy(sessionId: string, done?: (error?: unknown) => void): void {
    kept.destroy(sessionId, done);
  }
}

/** Name of the session's cookie. `__Host-` binds it to this host and to TLS. */
export const SESSION_COOKIE = isProduction ? '__Host-marquee' : 'marquee';

/**
 * Reads the session that the cookie names from Redis, where every node finds it. Visitors who never sign in
 * get no cookie.
 */
export const session = expressSession({
  name: SESSION_COOKIE,
  secret: env.SESSION_SECRET,
  store: new SessionStore(),
  resave: false,
  saveUninitialized: false,
  cookie: {
    httpOnly: true,
    sameSite: 'lax',
    secure: isProduction,
    path: '/',
    maxAge: LONGEST_SECONDS * 1_000,
  },
});

/** A session as Redis has it now; null once it is signed out of or expired. */
export const readSession = promisify<string, SessionData | null | undefined>(kept.get.bind(kept));

/** Where a session keeps who is signed in to a role. */
export type Slot = 'riderId' | 'driverId' | 'staffId';

/** Who is signed in, by slot. */
export type Slots = Partial<Record<Slot, string>>;

/** Whether a request's session is signed in to any role. */
export const isAnyoneSignedIn = ({ session }: Pick<Request, 'session'>): boolean =>
  Boolean(session.riderId ?? session.driverId ?? session.staffId);

/**
 * Signs users in, by the slot each takes; who is signed in to another slot stays. The session gets a new id,
 * so that one planted before (session fixation) is worthless, and sockets opened under the old one are
 * closed: they know too little.
 */
export async function openSession(req: Request, users: Slots): Promise<void> {
  const { riderId, driverId, staffId, signedInAt = new Date().toISOString() } = req.session;
  const oldId = req.sessionID;
  await promisify(req.session.regenerate.bind(req.session))();
  Object.assign(req.session, { riderId, driverId, staffId, signedInAt, isNew: true }, users);
  await promisify(req.session.save.bind(req.session))();
  await publishSessionEnded(oldId);
  logger.info({ requestId: req.id, ...users }, 'signed in');
}

/**
 * Signs out of one slot; of all, where none is named or left, which destroys the session. Either way its
 * sockets are closed.
 */
export async function endSession(req: Request, slot: Slot | undefined): Promise<void> {
  const { sessionID } = req;
  if (slot) delete req.session[slot];
  if (slot && isAnyoneSignedIn(req)) {
    await promisify(req.session.save.bind(req.session))();
  } else {
    await promisify(req.session.destroy.bind(req.session))();
    // Not the storage: it has the theme, and that somebody signed out here, which keeps the demo from starting anew.
    req.res?.set('Clear-Site-Data', '"cache"');
  }
  await publishSessionEnded(sessionID);
  logger.info({ requestId: req.id, slot }, 'signed out');
}

/** Redis channel of ended session ids, on which every node closes their sockets. */
export const SESSIONS_ENDED = 'sessions.ended';

/** Publishes that a session id is no longer valid, or for fewer roles than before. */
async function publishSessionEnded(sessionId: string): Promise<void> {
  await redis.publish(channel(SESSIONS_ENDED), sessionId);
}
