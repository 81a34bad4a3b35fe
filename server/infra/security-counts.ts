import { databaseClock } from './database-clock.ts';
import { logger } from './logger.ts';
import { redis, redisKey } from './redis.ts';

/** What is counted: tries of a guard, by what became of them, and refusals of a limit. */
export const SECURITY_EVENTS = ['failed', 'challenged', 'refused', 'limited'] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** What a count is about. Nothing in it is as it was typed. */
export interface SecuritySubject {
  /** The guard or the limit, such as `sign-in`. */
  name: string;
  /** Digest of an account; empty for a limit. */
  account: string;
  /** Digest of a network; empty for a limit. */
  network: string;
  /** The network as it may be shown, such as `203.0.113.x`. */
  shownNetwork: string;
}

/** How often something happened within a quarter of an hour. */
export interface SecurityCount extends SecuritySubject {
  event: SecurityEvent;
  count: number;
}

const QUARTER_MS = 900_000;

/** Counts are kept for a day, should nobody collect them meanwhile. */
const KEPT_SECONDS = 86_400;

/** Accounts and networks of a quarter that are told apart. Those after them are counted as one. */
export const TOLD_APART = 300;

const QUARTERS = redisKey('security', 'quarters');
const keyOf = (quarter: number): string => redisKey('security', `counts:${quarter}`);
/** Of all accounts: apart from the counts, which are forgotten once they are recorded. */
const triesKey = (quarter: number): string => redisKey('security', `tries:${quarter}`);
const currentQuarter = (): number => Math.floor(databaseClock.nowMs() / QUARTER_MS);

const fieldOf = (event: SecurityEvent, { name, account, network, shownNetwork }: SecuritySubject): string =>
  JSON.stringify([event, name, account, network, shownNetwork]);

/**
 * Counts an event, over all nodes, by the quarter of an hour in which it happened: an attack becomes a few hundred numbers,
 * however long it goes on. Never throws: who waits for an answer does not wait for this.
 */
export async function countSecurityEvent(event: SecurityEvent, subject: SecuritySubject): Promise<void> {
  const quarter = currentQuarter();
  const key = keyOf(quarter);
  const field = fieldOf(event, subject);
  try {
    const [size, isThere] = await Promise.all([redis.hlen(key), redis.hexists(key, field)]);
    const rest = { name: subject.name, account: '', network: '', shownNetwork: '' };
    await Promise.all([
      redis.hincrby(key, isThere || size < TOLD_APART ? field : fieldOf(event, rest), 1),
      redis.expire(key, KEPT_SECONDS),
      ...(event === 'limited' ? [] : [redis.incr(triesKey(quarter))]),
      redis.expire(triesKey(quarter), KEPT_SECONDS),
      redis.sadd(QUARTERS, `${quarter}`),
    ]);
  } catch (error) {
    logger.warn({ error, event, name: subject.name }, 'security event not counted');
  }
}

/** The quarters of an hour that are over and have counts, by number, the oldest first. */
export async function listEndedQuarters(): Promise<number[]> {
  const quarters = (await redis.smembers(QUARTERS)).map(Number);
  return quarters.filter((quarter) => quarter < currentQuarter()).toSorted((one, other) => one - other);
}

/** When a quarter began, which is when the one before it ended. */
export const startOfQuarter = (quarter: number): Date => new Date(quarter * QUARTER_MS);

/** What was counted in a quarter. */
export async function readQuarter(quarter: number): Promise<SecurityCount[]> {
  const fields = Object.entries(await redis.hgetall(keyOf(quarter)));
  return fields.map(([field, count]) => {
    const [event, name, account, network, shownNetwork] = JSON.parse(field);
    return { event, name, account, network, shownNetwork, count: Number(count) };
  });
}

/** Forgets a quarter, once it is recorded. */
export async function forgetQuarter(quarter: number): Promise<void> {
  await redis.unlink(keyOf(quarter));
  await redis.srem(QUARTERS, `${quarter}`);
}

/** How many tries failed, were challenged or refused: in this quarter of an hour so far, or in the one before, where that was more. */
export async function readTries(): Promise<number> {
  const quarter = currentQuarter();
  const counts = await Promise.all([quarter, quarter - 1].map((each) => redis.get(triesKey(each))));
  return Math.max(...counts.map(Number));
}
