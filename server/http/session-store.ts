import { callbackify, promisify } from 'node:util';
import RedisStore from 'connect-redis';
import expressSession, { type SessionData } from 'express-session';
import { DAY_SECONDS } from '#common/durations.ts';
import { env } from '../env.ts';
import { SESSIONS_ENDED } from '../infra/channels.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { channel, publish, redis, redisKey } from '../infra/redis.ts';
import { batchReads } from '../infra/share-reads.ts';
import { throttle } from '../infra/throttle.ts';

declare module 'express-session' {
  interface SessionData {
    /** The signed-in users: at most one rider, one driver and one staff member. */
    riderId: string;
    driverId: string;
    staffId: string;
    /** When the first of them signed in (ISO 8601). */
    signedInAt: string;
    /** Readable browser name and network of the last sign-in. */
    device: string;
    network: string;
    /** The user whose password was right and whose second factor is pending. Nobody is signed in by this. */
    halfSignedIn: HalfSignedIn;
    /** The challenge that a passkey is to sign next. */
    challenge: PasskeyChallenge;
    /** The user who recently proved ownership of their account. */
    proof: OwnershipProof;
    /** Set for the first write; not stored. */
    isNew?: true;
  }
}

/** A sign-in that awaits its second factor. Times are epoch milliseconds. */
export interface HalfSignedIn {
  userId: string;
  /** A digest of the password hash, so that a new password invalidates it. */
  password: string;
  at: number;
  /** Whether the user confirmed signing in beside other accounts. */
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

/** A session expires after a week without a request, and a month after signing in at the latest. */
const IDLE_SECONDS = 7 * DAY_SECONDS;
/** Lifetime of a session without a signed-in user. */
const UNSIGNED_SECONDS = 600;
export const LONGEST_SECONDS = 30 * DAY_SECONDS;

function secondsLeft({ signedInAt }: Partial<SessionData>): number {
  if (!signedInAt) return UNSIGNED_SECONDS;
  const ageMs = databaseClock.nowMs() - Date.parse(signedInAt);
  return Math.min(IDLE_SECONDS, LONGEST_SECONDS - Math.floor(ageMs / 1_000));
}

/** A node extends a session at most once in this time, which is negligible compared to a week. */
const EXTEND_EVERY_MS = 60_000;

const keyOf = (sessionId: string): string => redisKey('session', sessionId);

const redisStore = new RedisStore({ client: redis, prefix: keyOf(''), ttl: secondsLeft });

type Done = (error: unknown, data?: SessionData | null) => void;
type Read = (sessionId: string, done: Done) => void;

/**
 * Stores sessions in Redis and extends them as they are read. Does not implement `touch`, because
 * express-session would then delay the last byte of every reply.
 */
export class SessionStore extends expressSession.Store {
  readonly #isDue = throttle(EXTEND_EVERY_MS);
  readonly #read: Read;

  constructor(read: Read = (sessionId, done) => redisStore.get(sessionId, done)) {
    super();
    this.#read = read;
  }

  override get(sessionId: string, done: Done): void {
    this.#read(sessionId, (error, data) => {
      if (data && this.#isDue(sessionId)) extendSoon(sessionId, data);
      done(error, data);
    });
  }

  /**
   * Creates only new sessions and overwrites existing ones, so that a concurrent request cannot revive a
   * session, or a role in it, that was signed out. Such a role is removed from `data` as well.
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

/** Reads a session from Redis; null when it ended or expired. */
export const readSession = promisify<string, SessionData | null | undefined>(redisStore.get.bind(redisStore));

/** Maximum number of sessions that one command reads, so that other commands do not wait for long. */
const READ_AT_ONCE = 200;

/**
 * Reads many sessions; null for each that ended or expired. In a Redis Cluster, where they are on different
 * shards, each is read by its own command.
 */
export async function readSessions(
  sessionIds: readonly string[],
): Promise<(SessionData | null | undefined)[]> {
  const sessions: (SessionData | null | undefined)[] = [];
  for (let from = 0; from < sessionIds.length; from += READ_AT_ONCE) {
    const some = sessionIds.slice(from, from + READ_AT_ONCE);
    if (env.REDIS_CLUSTER) sessions.push(...(await Promise.all(some.map((id) => readSession(id)))));
    else sessions.push(...(await redis.mget(some.map(keyOf))).map((json) => json && JSON.parse(json)));
  }
  return sessions;
}

const readTogether = batchReads(async (sessionIds) => {
  const sessions = await readSessions(sessionIds);
  return new Map(sessionIds.map((sessionId, index) => [sessionId, sessions[index]]));
});

/**
 * Creates a store for socket handshakes, which reads the sessions requested within some milliseconds
 * together. In a Redis Cluster that would save nothing, and a shard that is away would fail the others.
 */
export const createHandshakeStore = (): SessionStore =>
  env.REDIS_CLUSTER ? new SessionStore() : new SessionStore(callbackify(readTogether));

/** The session fields that hold a signed-in user's id, one for each kind of role. */
export const SLOTS = ['riderId', 'driverId', 'staffId'] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * Overwrites an existing session unless the new data has a user in a slot where the stored session does not
 * have the same one. Returns those slots (empty when written), or nil when there is no session. Signing in
 * always creates a new session id, so such a slot was signed out concurrently and stays signed out.
 */
export const OVERWRITE = `
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

/** Deletes a session and returns its data. GETDEL does the same, but needs Redis 6.2. */
export const TAKE = `
local present = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return present`;

/** Deletes a session. @returns its data; null when it did not exist */
export async function takeSession(sessionId: string): Promise<Partial<SessionData> | null> {
  const json: unknown = await redis.eval(TAKE, 1, keyOf(sessionId));
  return typeof json === 'string' ? JSON.parse(json) : null;
}

/** Publishes that a session has ended, or has fewer roles than before. */
export async function publishSessionEnded(sessionId: string): Promise<void> {
  await publish(SESSIONS_ENDED, sessionId);
}

/**
 * Deletes a session and publishes its end in one transaction, so that a crash cannot separate the two. In a
 * Redis Cluster, where session and channel may be on different shards, they are separate commands, and each
 * node's periodic access check covers a failure in between.
 */
export async function dropSession(sessionId: string): Promise<void> {
  if (env.REDIS_CLUSTER) {
    await redis.del(keyOf(sessionId));
    await publishSessionEnded(sessionId);
    return;
  }
  await redis.multi().del(keyOf(sessionId)).publish(channel(SESSIONS_ENDED), sessionId).exec();
}

/** Key of a user's sessions, sorted by last activity. May contain ended sessions, but lacks no active one. */
const listKey = (userId: string): string => redisKey('sessions-of', userId);

const usersOf = ({ riderId, driverId, staffId }: Partial<SessionData>): string[] =>
  [riderId, driverId, staffId].filter((userId) => userId !== undefined);

type Transaction = ReturnType<typeof redis.multi>;

const note = (transaction: Transaction, userId: string, sessionId: string): Transaction =>
  transaction
    .zadd(listKey(userId), databaseClock.nowMs(), sessionId)
    .expire(listKey(userId), LONGEST_SECONDS);

/** Lifetime of a session that is not listed yet in a Redis Cluster. */
const UNLISTED_SECONDS = 10;

/**
 * Writes a new session and lists it for its users, so that `endSessionsOf` finds it. Both happen in one
 * transaction: if it were listed first, a concurrent `endSessionsOf` could remove the entry before the
 * session is written, and the session would survive unlisted. In a Redis Cluster, where session and lists are
 * on different shards, it is written with a lifetime of seconds and extended once it is listed, so that an
 * unlisted session expires quickly whichever step fails.
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

/** Records a session's activity in its users' lists, then extends it. Used in a Redis Cluster only. */
async function extendSession(sessionId: string, data: Partial<SessionData>): Promise<void> {
  await Promise.all(usersOf(data).map((userId) => note(redis.multi(), userId, sessionId).exec()));
  await redis.expire(keyOf(sessionId), secondsLeft(data));
}

/** How long sessions are collected before they are extended together. */
const EXTEND_AFTER_MS = 2_000;

/** Maximum number of sessions that one command extends. Redis needs about a millisecond for as many. */
const EXTEND_AT_ONCE = 100;

/** Sessions that were read since the last extension. */
const dueSessions = new Map<string, Partial<SessionData>>();

/** Extends a session with others in a moment: after an outage, thousands of sessions are read at once. */
function extendSoon(sessionId: string, data: Partial<SessionData>): void {
  if (dueSessions.size === 0) setTimeout(extendDueSessions, EXTEND_AFTER_MS).unref();
  dueSessions.set(sessionId, data);
}

/**
 * Extends the sessions that were read recently. Never rejects: a session whose extension failed is extended
 * after a request a minute later.
 */
export async function extendDueSessions(): Promise<void> {
  const due = [...dueSessions];
  dueSessions.clear();
  const batches = Array.from({ length: Math.ceil(due.length / EXTEND_AT_ONCE) }, (_, index) =>
    due.slice(index * EXTEND_AT_ONCE, (index + 1) * EXTEND_AT_ONCE),
  );
  await Promise.allSettled(
    env.REDIS_CLUSTER ? due.map((each) => extendSession(...each)) : batches.map(extendTogether),
  );
}

/**
 * Extends each session that still exists and records its activity in its users' lists. The keys are those of
 * each session and its lists; the arguments are the time, the lists' lifetime, and for each session its id,
 * its lifetime and the number of its lists.
 */
const EXTEND = `
local key = 1
for index = 3, #ARGV, 3 do
  local exists = redis.call('EXPIRE', KEYS[key], ARGV[index + 1]) == 1
  local last = key + tonumber(ARGV[index + 2])
  for list = key + 1, last do
    if exists then
      redis.call('ZADD', KEYS[list], ARGV[1], ARGV[index])
      redis.call('EXPIRE', KEYS[list], ARGV[2])
    end
  end
  key = last + 1
end`;

async function extendTogether(sessions: readonly [string, Partial<SessionData>][]): Promise<void> {
  const keys = sessions.flatMap(([sessionId, data]) => [keyOf(sessionId), ...usersOf(data).map(listKey)]);
  const values = sessions.flatMap(([sessionId, data]) => [
    sessionId,
    secondsLeft(data),
    usersOf(data).length,
  ]);
  await redis.eval(EXTEND, keys.length, ...keys, databaseClock.nowMs(), LONGEST_SECONDS, ...values);
}

/** Returns a user's session ids with their last activity (epoch milliseconds), the latest first. */
export async function readSessionList(userId: string): Promise<{ sessionId: string; seenAt: number }[]> {
  const flat = await redis.zrevrange(listKey(userId), 0, -1, 'WITHSCORES');
  return flat.flatMap((sessionId, index) =>
    index % 2 === 0 ? [{ sessionId, seenAt: Number(flat[index + 1]) }] : [],
  );
}

/** Maximum number of sessions of one account, more than a person has browsers. */
const MAX_SESSIONS = 100;

/** Returns the ids of a user's sessions beyond the hundred most recently active. */
export const listExcessSessions = (userId: string): Promise<string[]> =>
  redis.zrange(listKey(userId), 0, `${-MAX_SESSIONS - 1}`);

/** Removes an ended session from a user's list. */
export async function removeFromSessionList(userId: string, sessionId: string): Promise<void> {
  await redis.zrem(listKey(userId), sessionId);
}
