import RedisStore from 'connect-redis';
import type { Request, RequestHandler } from 'express';
import expressSession from 'express-session';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { redis } from '../infra/redis.ts';

declare module 'express-session' {
  interface SessionData {
    /** Who is signed in, a slot per role. */
    riderId: string;
    driverId: string;
    adminId: string;
    /** When the first of them signed in, ISO 8601. */
    signedInAt: string;
  }
}

/** A session ends after a week without a request. */
export const SESSION_IDLE_SECONDS = 7 * 86_400;

const isProduction = env.NODE_ENV === 'production';

/** Where sessions are kept: Redis, so that every node knows them. */
export const sessionStore = new RedisStore({ client: redis, prefix: 'session:', ttl: SESSION_IDLE_SECONDS });

/** The cookie's name. `__Host-` binds it to this host and to TLS. */
export const SESSION_COOKIE = isProduction ? '__Host-marquee' : 'marquee';

/** Reads the session its cookie names. Visitors who never sign in get no cookie. */
export const session = expressSession({
  name: SESSION_COOKIE,
  secret: env.SESSION_SECRET,
  store: sessionStore,
  resave: false,
  saveUninitialized: false,
  rolling: true,
  cookie: {
    httpOnly: true,
    sameSite: 'lax',
    secure: isProduction,
    path: '/',
    maxAge: SESSION_IDLE_SECONDS * 1_000,
  },
});

type Slot = 'riderId' | 'driverId' | 'adminId';

const isAnyoneSignedIn = ({ session }: Request) =>
  Boolean(session.riderId ?? session.driverId ?? session.adminId);

const requireSlot =
  (slot: Slot, wrongRole: string): RequestHandler =>
  (req, _res, next) => {
    if (!isAnyoneSignedIn(req)) throw new AppError('NOT_SIGNED_IN', 'Please log in to continue.');
    if (!req.session[slot]) throw new AppError('FORBIDDEN', wrongRole);
    next();
  };

/** Lets riders through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireRider = requireSlot('riderId', 'Please log in as a rider to do that.');

/** Lets drivers through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireDriver = requireSlot('driverId', 'Please log in as a driver to do that.');

/** Lets administrators through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireAdmin = requireSlot('adminId', 'Only administrators can do that.');
