import { accountDigest } from '../crypto/keyed-digest.ts';
import { type Counter, createCounter } from '../http/create-limit.ts';

export interface Threshold {
  /** Wrong guesses without a challenge. */
  free: number;
  windowSeconds: number;
}

const SCOPES = ['together', 'account', 'network', 'site'] as const;
type Scope = (typeof SCOPES)[number];
export type Thresholds = Readonly<Record<Scope, Threshold>>;

/** `together` is one account from one network. Of the hundred an hour that NIST SP 800-63B allows an account, 30 are free. */
export const THRESHOLDS: Thresholds = {
  together: { free: 10, windowSeconds: 900 },
  account: { free: 30, windowSeconds: 3_600 },
  network: { free: 100, windowSeconds: 900 },
  site: { free: 1_000, windowSeconds: 900 },
};

/** The hardest challenge: sixteen times the usual work. */
const DOUBLINGS_MAX = 4;

/** What a guess counts under. */
export type GuessKeys = Readonly<Record<Scope, string>>;

/** @param account the address that names it, in lower case; it is not kept */
export function guessKeys(account: string, network: string): GuessKeys {
  const digest = accountDigest(account);
  return { together: `${digest}:${network}`, account: digest, network, site: 'site' };
}

/** Wrong guesses, by account and network together, by each of them, and all. */
export interface WrongGuesses {
  /** How often the usual work the next guess has to do; 0 for none. */
  work(keys: GuessKeys): Promise<number>;
  /** Counts a guess before it is checked, so that concurrent ones are counted too. @returns the work it would have had to do */
  add(keys: GuessKeys): Promise<number>;
  /** Takes one back that was not made. */
  takeBack(keys: GuessKeys): Promise<void>;
  /** Takes one back that was right, and forgets the wrong ones at this account from this network. */
  clear(keys: GuessKeys): Promise<void>;
}

/** Creates the counts of a guard, which `name` names. Their methods throw UNAVAILABLE when Redis cannot count. */
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
    async takeBack(keys) {
      await ofEach(keys, (counter, key) => counter.takeBack(key));
    },
    async clear(keys) {
      await ofEach(keys, (counter, key, scope) =>
        scope === 'together' ? counter.forget(key) : counter.takeBack(key),
      );
    },
  };
}

/** Doubles with every half of what was free. */
function timesAfter(count: number, free: number): number {
  if (count < free) return 0;
  return 2 ** Math.min(DOUBLINGS_MAX, Math.floor((count - free) / Math.max(1, Math.ceil(free / 2))));
}
