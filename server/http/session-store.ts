import { callbackify, promisify } from 'node:util';
import RedisStore from 'connect-redis';
import expressSession, { type SessionData } from 'express-session';
import { env } from '../env.ts';
import { SESSIONS_ENDED } from '../infra/channels.ts';
import { channel, publish, redis, redisKey } from '../infra/redis.ts';
import { batchReads } from '../infra/share-reads.ts';
import { throttle } from '../infra/throttle.ts';
import { SLOTS, type Slot, secondsLeft } from './session-fields.ts';
import { createSession, extendSoon } from './session-list.ts';

/** A node extends a session at most once in this time, which is negligible compared to a week. */
const EXTEND_EVERY_MS = 60_000;

const redisStore = new RedisStore({ client: redis, prefix: redisKey('session', ''), ttl: secondsLeft });

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
    else {
      const stored = await redis.mget(some.map((id) => redisKey('session', id)));
      sessions.push(...stored.map((json) => json && JSON.parse(json)));
    }
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
    const left: unknown = await redis.eval(
      OVERWRITE,
      1,
      redisKey('session', sessionId),
      JSON.stringify(data),
      ...SLOTS,
    );
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
  const json: unknown = await redis.eval(TAKE, 1, redisKey('session', sessionId));
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
    await redis.del(redisKey('session', sessionId));
    await publishSessionEnded(sessionId);
    return;
  }
  await redis.multi().del(redisKey('session', sessionId)).publish(channel(SESSIONS_ENDED), sessionId).exec();
}
