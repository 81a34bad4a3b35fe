import { promisify } from 'node:util';
import RedisStore from 'connect-redis';
import expressSession, { type SessionData } from 'express-session';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { channel, publish, redis, redisKey } from '../infra/redis.ts';
import { throttle } from '../infra/throttle.ts';

declare module 'express-session' {
  interface SessionData {
    /** Who is signed in: a rider, a driver and one of the staff at most. */
    riderId: string;
    driverId: string;
    staffId: string;
    /** When the first of them signed in, ISO 8601. */
    signedInAt: string;
    /** Where somebody signed in last: the browser in words, and the network of its address. */
    device: string;
    network: string;
    /** Whose password was right, while a second factor is awaited: nobody is signed in by it. */
    halfSignedIn: HalfSignedIn;
    /** What a passkey is to sign next. */
    challenge: PasskeyChallenge;
    /** Who has shown, other than by being signed in, that an account is theirs. */
    proof: OwnershipProof;
    /** Set by `openSession` for the first write; not stored. */
    isNew?: true;
  }
}

/** Instants are epoch milliseconds. */
export interface HalfSignedIn {
  userId: string;
  /** A digest of the password's hash: another password ends it. */
  password: string;
  at: number;
  /** Whether they agreed to be signed in beside others. */
  isBeside: boolean;
}

export interface PasskeyChallenge {
  /** Base64url. */
  value: string;
  purpose: 'sign-in' | 'register' | 'prove';
  at: number;
}

export interface OwnershipProof {
  userId: string;
  at: number;
}

/** A session ends after a week without a request, and a month after signing in at the latest. */
const IDLE_SECONDS = 7 * 86_400;
/** One in which nobody is signed in yet. */
const UNSIGNED_SECONDS = 600;
export const LONGEST_SECONDS = 30 * 86_400;

function secondsLeft({ signedInAt }: Partial<SessionData>): number {
  if (!signedInAt) return UNSIGNED_SECONDS;
  const ageMs = databaseClock.nowMs() - Date.parse(signedInAt);
  return Math.min(IDLE_SECONDS, LONGEST_SECONDS - Math.floor(ageMs / 1_000));
}

/** A request extends its session, but at most once in this time: a minute of a week does not matter. */
const EXTEND_EVERY_MS = 60_000;

const keyOf = (sessionId: string): string => redisKey('session', sessionId);

const kept = new RedisStore({ client: redis, prefix: keyOf(''), ttl: secondsLeft });

/**
 * The sessions in Redis, extended as they are read. It has no `touch`, for which express-session would hold
 * back the last byte of every reply.
 */
export class SessionStore extends expressSession.Store {
  readonly #isDue = throttle(EXTEND_EVERY_MS);

  override get(sessionId: string, done: (error: unknown, data?: SessionData | null) => void): void {
    kept.get(sessionId, (error: unknown, data?: SessionData | null) => {
      // What is missed is made up for within a minute.
      if (data && this.#isDue(sessionId)) extendSession(sessionId, data).catch(() => {});
      done(error, data);
    });
  }

  /**
   * Only a new session is created; others are overwritten, so that a concurrent request cannot revive one, or a role in it,
   * that was signed out of: such a role is taken from `data` as well.
   */
  override set(sessionId: string, data: SessionData, done?: (error?: unknown) => void): void {
    const { isNew, ...lasting } = data;
    const written = isNew ? createSession(sessionId, lasting) : overwriteSession(sessionId, data);
    written.then(() => done?.(), done);
  }

  override destroy(sessionId: string, done?: (error?: unknown) => void): void {
    dropSession(sessionId).then(() => done?.(), done);
  }
}

/** A session as Redis has it now; null once it is signed out of or expired. */
export const readSession = promisify<string, SessionData | null | undefined>(kept.get.bind(kept));

/** Where a session keeps who is signed in to a role. */
export const SLOTS = ['riderId', 'driverId', 'staffId'] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * Overwrites a session that is there, unless somebody is signed in to what is to be written who is not to what is there; says to
 * which slots, null where there is no session. A role is signed in to under a new id only, so that one of an id that is gone is gone for good.
 */
const OVERWRITE = `
local present = redis.call('GET', KEYS[1])
if not present then return nil end
local was, wanted, left = cjson.decode(present), cjson.decode(ARGV[1]), {}
for index = 2, #ARGV do
  local slot = ARGV[index]
  if wanted[slot] and was[slot] ~= wanted[slot] then left[#left + 1] = slot end
end
if #left == 0 then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL') end
return left`;

const isSlot = (name: unknown): name is Slot => SLOTS.some((slot) => slot === name);

async function overwriteSession(sessionId: string, data: Partial<SessionData>): Promise<void> {
  for (;;) {
    const left: unknown = await redis.eval(OVERWRITE, 1, keyOf(sessionId), JSON.stringify(data), ...SLOTS);
    const slots = Array.isArray(left) ? left.filter(isSlot) : [];
    if (slots.length === 0) return;
    for (const slot of slots) delete data[slot];
  }
}

/** Deletes a session. @returns it as it was; null where it was not there */
export async function takeSession(sessionId: string): Promise<Partial<SessionData> | null> {
  const json = await redis.getdel(keyOf(sessionId));
  return json === null ? null : JSON.parse(json);
}

/** Redis channel of ended session ids, on which every node closes their sockets. */
export const SESSIONS_ENDED = 'sessions.ended';

/** Publishes that a session id is no longer valid, or for fewer roles than before. */
export async function publishSessionEnded(sessionId: string): Promise<void> {
  await publish(SESSIONS_ENDED, sessionId);
}

/**
 * Deletes a session and publishes that it has ended, in one transaction: whatever becomes of this process, neither is done without the
 * other. In a Redis Cluster, where they are on different shards, one comes after the other, and the access check of each node makes up
 * for what is lost in between.
 */
export async function dropSession(sessionId: string): Promise<void> {
  if (env.REDIS_CLUSTER) {
    await redis.del(keyOf(sessionId));
    await publishSessionEnded(sessionId);
    return;
  }
  await redis.multi().del(keyOf(sessionId)).publish(channel(SESSIONS_ENDED), sessionId).exec();
}

/** A user's sessions, by when each was last seen. May name sessions that are over, and misses none that is not. */
const listKey = (userId: string): string => redisKey('sessions-of', userId);

const usersOf = ({ riderId, driverId, staffId }: Partial<SessionData>): string[] =>
  [riderId, driverId, staffId].filter((userId) => userId !== undefined);

type Transaction = ReturnType<typeof redis.multi>;

const note = (transaction: Transaction, userId: string, sessionId: string): Transaction =>
  transaction
    .zadd(listKey(userId), databaseClock.nowMs(), sessionId)
    .expire(listKey(userId), LONGEST_SECONDS);

/** In a Redis Cluster a session that is not listed yet is over in so many seconds. */
const UNLISTED_SECONDS = 10;

/**
 * Writes a new session and lists it for its users, so that `endSessionsOf` finds what lasts. In one transaction: listed before, it
 * could be taken from the list and be written after that, where nobody would find it. In a Redis Cluster, where session and lists are on
 * different shards, it is written to last for seconds, and extended once it is listed: whichever step fails, what is not listed is over
 * soon.
 */
async function createSession(sessionId: string, data: Partial<SessionData>): Promise<void> {
  const entry = [keyOf(sessionId), JSON.stringify(data), 'EX'] as const;
  if (env.REDIS_CLUSTER) {
    await redis.set(...entry, Math.min(UNLISTED_SECONDS, secondsLeft(data)));
    await extendSession(sessionId, data);
    return;
  }
  const transaction = redis.multi().set(...entry, secondsLeft(data));
  for (const userId of usersOf(data)) note(transaction, userId, sessionId);
  await transaction.exec();
}

/** Notes in its users' lists that a session is in use, and extends it after that. */
async function extendSession(sessionId: string, data: Partial<SessionData>): Promise<void> {
  await Promise.all(usersOf(data).map((userId) => note(redis.multi(), userId, sessionId).exec()));
  await redis.expire(keyOf(sessionId), secondsLeft(data));
}

/** The ids of a user's sessions and when each was last seen (epoch milliseconds), the latest first. */
export async function readSessionList(userId: string): Promise<{ sessionId: string; seenAt: number }[]> {
  const flat = await redis.zrevrange(listKey(userId), 0, -1, 'WITHSCORES');
  return flat.flatMap((sessionId, index) =>
    index % 2 === 0 ? [{ sessionId, seenAt: Number(flat[index + 1]) }] : [],
  );
}

/** Sessions of one account: as many as no person has browsers. */
const MOST = 100;

/** The ids of a user's sessions that were seen before their latest hundred. */
export const listForgotten = (userId: string): Promise<string[]> =>
  redis.zrange(listKey(userId), 0, `${-MOST - 1}`);

/** Takes a session that is over from a user's list. */
export async function leaveSessionList(userId: string, sessionId: string): Promise<void> {
  await redis.zrem(listKey(userId), sessionId);
}
