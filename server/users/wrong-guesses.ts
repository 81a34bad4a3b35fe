import { accountDigest } from '../crypto/keyed-digest.ts';
import { type Counter, createCounter } from '../http/create-limit.ts';

interface Threshold {
  /** Wrong guesses allowed before a challenge is required. */
  free: number;
  windowSeconds: number;
}

const SCOPES = ['together', 'account', 'network', 'site'] as const;
type Scope = (typeof SCOPES)[number];
export type Thresholds = Readonly<Record<Scope, Threshold>>;

/**
 * `together` is one account from one network. Of the 100 guesses per hour that NIST SP 800-63B allows an
 * account, 30 need no challenge.
 */
export const THRESHOLDS: Thresholds = {
  together: { free: 10, windowSeconds: 900 },
  account: { free: 30, windowSeconds: 3_600 },
  network: { free: 100, windowSeconds: 900 },
  site: { free: 1_000, windowSeconds: 900 },
};

/** The hardest challenge takes 2^4 = 16 times the base work. */
const DOUBLINGS_MAX = 4;

/** The counter keys of a guess, by scope. */
type GuessKeys = Readonly<Record<Scope, string>>;

/**
 * Derives the counter keys of a guess.
 *
 * @param account the lower-case email address; only its digest is kept
 */
export function guessKeys(account: string, network: string): GuessKeys {
  const digest = accountDigest(account);
  return { together: `${digest}:${network}`, account: digest, network, site: 'site' };
}

/** Counters of wrong guesses: per account and network together, per account, per network, and site-wide. */
interface WrongGuesses {
  /** Returns the work the next guess requires, as a multiple of the base work; 0 for none. */
  work(keys: GuessKeys): Promise<number>;
  /**
   * Counts a guess before it is checked, so that concurrent ones are included.
   *
   * @returns the work it required
   */
  add(keys: GuessKeys): Promise<number>;
  /** Removes a guess that was not made from the counts. */
  uncount(keys: GuessKeys): Promise<void>;
  /** Removes a correct guess from the counts, and resets the one for this account and network. */
  clear(keys: GuessKeys): Promise<void>;
}

/** Creates a guard's counters; `name` prefixes their keys. They throw UNAVAILABLE without Redis. */
export function createWrongGuesses(name: string, thresholds: Thresholds): WrongGuesses {
  const counters = SCOPES.map((scope) => {
    const { free, windowSeconds } = thresholds[scope];
    return { scope, free, counter: createCounter({ name: `${name}-${scope}`, windowSeconds }) };
  });
  const ofEach = <T>(keys: GuessKeys, run: (counter: Counter, key: string, scope: Scope) => Promise<T>) =>
    Promise.all(counters.map(({ scope, counter }) => run(counter, keys[scope], scope)));
  const workAfter = (counts: readonly number[]): number =>
    Math.max(...counters.map(({ free }, index) => timesAfter(counts[index] ?? 0, free)));

  return {
    work: async (keys) => workAfter(await ofEach(keys, (counter, key) => counter.read(key))),
    async add(keys) {
      const counts = await ofEach(keys, (counter, key) => counter.add(key));
      return workAfter(counts.map((count) => count - 1));
    },
    async uncount(keys) {
      await ofEach(keys, (counter, key) => counter.uncount(key));
    },
    async clear(keys) {
      await ofEach(keys, (counter, key, scope) =>
        scope === 'together' ? counter.reset(key) : counter.uncount(key),
      );
    },
  };
}

/** The work doubles with every further half of the free number. */
function timesAfter(count: number, free: number): number {
  if (count < free) return 0;
  return 2 ** Math.min(DOUBLINGS_MAX, Math.floor((count - free) / Math.max(1, Math.ceil(free / 2))));
}
