import { promisify } from 'node:util';
import RedisStore from 'connect-redis';
import type { Request } from 'express';
import expressSession, { type SessionData } from 'express-session';
import { env } from '../env.ts';
import { redis } from '../infra/redis.ts';
import { throttle } from './throttle.ts';

declare module 'express-session' {
  interface SessionData {
    /** Who is signed in, a slot per role. */
    riderId: string;
    driverId: string;
    adminId: string;
    /** When the first of them signed in, ISO 8601. */
    signedInAt: string;
    /** Set by `openSession`, to be written for the first time; not kept. */
    isNew?: true;
  }
}

declare module 'http' {
  interface IncomingMessage {
    /** Set by `session`, on requests and on socket handshakes alike. */
    session: expressSession.Session & Partial<SessionData>;
    sessionID: string;
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

/** A request puts off its session's end, but no oftener than this: a week has room for a minute. */
const PUT_OFF_EVERY_MS = 60_000;

const PREFIX = 'session:';

const kept = new RedisStore({ client: redis, prefix: PREFIX, ttl: secondsLeft });

/**
 * The sessions in Redis, whose end is put off as they are read. It has no `touch`, for which express-session would hold the last
 * byte of every reply back.
 */
class SessionStore extends expressSession.Store {
  readonly #isDue = throttle(PUT_OFF_EVERY_MS);

  override get(sessionId: string, done: (error: unknown, data?: SessionData | null) => void): void {
    kept.get(sessionId, (error: unknown, data?: SessionData | null) => {
      if (data && this.#isDue(sessionId)) kept.touch(sessionId, data);
      done(error, data);
    });
  }

  /** What is not new is written over what is there, and only then: a request still under way must not bring back a session signed out of. */
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

/** Reads the session its cookie names; Redis keeps it, so that every node knows it. Visitors who never sign in get no cookie. */
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

/** A session as it is kept now; null once it is signed out of or has run out. */
export const readSession = promisify<string, SessionData | null | undefined>(kept.get.bind(kept));

/** Where a session keeps who is signed in to a role. */
export type Slot = 'riderId' | 'driverId' | 'adminId';

/** Whether a request's session is signed in to any role. */
export const isAnyoneSignedIn = ({ session }: Pick<Request, 'session'>): boolean =>
  Boolean(session.riderId ?? session.driverId ?? session.adminId);
