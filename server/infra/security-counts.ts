import { DAY_SECONDS } from '#common/durations.ts';
import { databaseClock } from './database-clock.ts';
import { logger } from './logger.ts';
import { redis, redisKey } from './redis.ts';

/** Counted events: attempts at a guard by outcome, and refusals by a rate limit. */
export const SECURITY_EVENTS = ['failed', 'challenged', 'refused', 'limited'] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** What a count is about, without the account or address in plain text. */
interface SecuritySubject {
  /** Name of the guard or rate limit, such as `sign-in`. */
  name: string;
  /** Digest of an account; empty for a rate limit. */
  account: string;
  /** Digest of a network; empty for a rate limit. */
  network: string;
  /** The network for display, such as `203.0.113.x`. */
  shownNetwork: string;
}

/** How often an event happened within a quarter hour. */
export interface SecurityCount extends SecuritySubject {
  event: SecurityEvent;
  count: number;
}

const QUARTER_MS = 900_000;

/** Counts expire after a day if they are not collected. */
const KEPT_SECONDS = DAY_SECONDS;

/** Accounts and networks counted separately per quarter hour. Further ones are counted together. */
export const MAX_COUNTED_SEPARATELY = 300;

const QUARTERS = redisKey('security', 'quarters');
const keyOf = (quarter: number): string => redisKey('security', `counts:${quarter}`);
/** Key of the total of a quarter hour. Separate from the counts, which are deleted once recorded. */
const triesKey = (quarter: number): string => redisKey('security', `tries:${quarter}`);
const currentQuarter = (): number => Math.floor(databaseClock.nowMs() / QUARTER_MS);

const fieldOf = (event: SecurityEvent, { name, account, network, shownNetwork }: SecuritySubject): string =>
  JSON.stringify([event, name, account, network, shownNetwork]);

/**
 * Counts an event over all nodes by quarter hour, so that even a long attack is only a few hundred numbers.
 * Never throws, so that requests do not depend on it.
 */
export async function countSecurityEvent(event: SecurityEvent, subject: SecuritySubject): Promise<void> {
  const quarter = currentQuarter();
  const key = keyOf(quarter);
  const field = fieldOf(event, subject);
  try {
    const [size, isThere] = await Promise.all([redis.hlen(key), redis.hexists(key, field)]);
    const rest = { name: subject.name, account: '', network: '', shownNetwork: '' };
    await Promise.all([
      redis.hincrby(key, isThere || size < MAX_COUNTED_SEPARATELY ? field : fieldOf(event, rest), 1),
      redis.expire(key, KEPT_SECONDS),
      ...(event === 'limited' ? [] : [redis.incr(triesKey(quarter))]),
      redis.expire(triesKey(quarter), KEPT_SECONDS),
      redis.sadd(QUARTERS, `${quarter}`),
    ]);
  } catch (error) {
    logger.warn({ error, event, name: subject.name }, 'security event not counted');
  }
}

/** Returns the past quarter hours that have counts, by number, the oldest first. */
export async function listEndedQuarters(): Promise<number[]> {
  const quarters = (await redis.smembers(QUARTERS)).map(Number);
  return quarters.filter((quarter) => quarter < currentQuarter()).toSorted((one, other) => one - other);
}

/** Returns when a quarter hour began. */
export const startOfQuarter = (quarter: number): Date => new Date(quarter * QUARTER_MS);

/** Returns the counts of a quarter hour. */
export async function readQuarter(quarter: number): Promise<SecurityCount[]> {
  const fields = Object.entries(await redis.hgetall(keyOf(quarter)));
  return fields.map(([field, count]) => {
    const [event, name, account, network, shownNetwork] = JSON.parse(field);
    return { event, name, account, network, shownNetwork, count: Number(count) };
  });
}

/** Deletes the counts of a quarter hour once they are recorded. */
export async function forgetQuarter(quarter: number): Promise<void> {
  await redis.unlink(keyOf(quarter));
  await redis.srem(QUARTERS, `${quarter}`);
}

/**
 * Returns the number of failed, challenged or refused attempts in this quarter hour or the previous one,
 * whichever is higher.
 */
export async function readTries(): Promise<number> {
  const quarter = currentQuarter();
  const counts = await Promise.all([quarter, quarter - 1].map((each) => redis.get(triesKey(each))));
  return Math.max(...counts.map(Number));
}
