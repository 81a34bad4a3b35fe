import type { SessionData } from 'express-session';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { LONGEST_SECONDS, secondsLeft } from './session-fields.ts';

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
export async function createSession(sessionId: string, data: Partial<SessionData>): Promise<void> {
  const entry = [redisKey('session', sessionId), JSON.stringify(data), 'EX'] as const;
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
  await redis.expire(redisKey('session', sessionId), secondsLeft(data));
}

/** How long sessions are collected before they are extended together. */
const EXTEND_AFTER_MS = 2_000;

/** Maximum number of sessions that one command extends. Redis needs about a millisecond for as many. */
const EXTEND_AT_ONCE = 100;

/** Sessions that were read since the last extension. */
const dueSessions = new Map<string, Partial<SessionData>>();

/** Extends a session with others in a moment: after an outage, thousands of sessions are read at once. */
export function extendSoon(sessionId: string, data: Partial<SessionData>): void {
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
  const keys = sessions.flatMap(([sessionId, data]) => [
    redisKey('session', sessionId),
    ...usersOf(data).map(listKey),
  ]);
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
