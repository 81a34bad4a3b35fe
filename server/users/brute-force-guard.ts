import { AppError } from '#common/errors.ts';
import { accountDigest, networkDigest } from '../crypto/keyed-digest.ts';
import { createCounter, createLimit } from '../http/create-limit.ts';
import { shownNetwork } from '../http/device-of.ts';
import { isProof, issueChallenge, type WorkOptions } from '../http/proof-of-work.ts';
import { logger } from '../infra/logger.ts';
import { guesses } from '../infra/metrics.ts';
import { countSecurityEvent } from '../infra/security-counts.ts';
import { createWrongGuesses, guessKeys, THRESHOLDS, type Thresholds } from './wrong-guesses.ts';

/** Who guesses, as far as is known before anything is checked. */
export interface Attempt {
  /** The address that names the account, in lower case; whether there is one does not matter. */
  account: string;
  /** The client's network. */
  network: string;
  /** The browser, where the account signed in in it before (`findKnownDevice`). */
  device: string | null;
  /** The solved challenge, if one was sent. */
  proof: string | undefined;
}

/** A guess that may be checked, to be told how it went. */
export interface AdmittedAttempt {
  /** It was right: it counts for nothing, and clears what was wrong before from there. */
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** It could not be checked after all, and counts for nothing. */
  unchecked(): Promise<void>;
}

const AT_KNOWN_DEVICE = { free: 10, windowSeconds: 900 };

/** With the free ones these are the hundred an hour that NIST SP 800-63B allows an account. */
const SOLVED_AT_ACCOUNT = { times: 70, windowSeconds: 3_600 };

const LATER =
  'Too many attempts at this account. “Forgot your password?” mails you a link that lets you in right away.';
const CHALLENGED =
  'We have to check your browser first. If that fails, “Forgot your password?” mails you a link that lets you in.';

interface GuardOptions {
  /** What is guessed at, such as `sign-in`: names its counts, logs and metrics. */
  name: string;
  thresholds?: Partial<Thresholds>;
  solvedAtAccount?: typeof SOLVED_AT_ACCOUNT;
}

/**
 * Slows who guesses down, and locks nobody out. Past a threshold of wrong guesses a browser has to solve a challenge for
 * each, the harder the more there were; nobody is refused for what others did. Only an account at which 70 were solved within
 * an hour takes no more, but from devices it knows and by the link of a mail. A known device has ten guesses of its own,
 * which guesses from elsewhere do not use up; past them it has to solve challenges like an unknown one.
 *
 * @returns what admits a guess, before anything about the account is read. It throws CHALLENGE_REQUIRED with the challenge,
 * TOO_MANY_REQUESTS past what can be solved, UNAVAILABLE when Redis cannot count
 */
export function createBruteForceGuard({
  name,
  thresholds,
  solvedAtAccount = SOLVED_AT_ACCOUNT,
}: GuardOptions) {
  const wrong = createWrongGuesses(name, { ...THRESHOLDS, ...thresholds });
  const atDevice = createCounter({ name: `${name}-device`, ...AT_KNOWN_DEVICE });
  const solved = createLimit({ name: `${name}-solved`, ...solvedAtAccount, message: LATER });

  return async (attempt: Attempt): Promise<AdmittedAttempt> => {
    const { account, network, device, proof } = attempt;
    const keys = guessKeys(account, network);
    const failed = () => note(name, 'failed', attempt);

    const deviceKey = `${keys.account}:${device}`;
    if (device && (await atDevice.add(deviceKey)) <= AT_KNOWN_DEVICE.free) {
      return {
        failed,
        succeeded: () => countSuccess(name, atDevice.forget(deviceKey)),
        unchecked: () => atDevice.takeBack(deviceKey),
      };
    }

    const refuse = async (error: unknown): Promise<never> => {
      await note(name, 'refused', attempt);
      throw error;
    };
    const challenge = async (work: WorkOptions): Promise<never> => {
      await note(name, 'challenged', attempt);
      throw new AppError('CHALLENGE_REQUIRED', CHALLENGED, { challenge: await issueChallenge(work) });
    };

    const subject = `${name}:${keys.together}`;
    const times = await wrong.work(keys);
    if (times > 0) {
      await solved.check(keys.account).catch(refuse);
      if (!proof || !(await isProof(proof, { subject, times }))) return challenge({ subject, times });
      await solved.count(keys.account).catch(refuse);
    }
    const timesNow = await wrong.add(keys);
    // Of many at once, all of which asked before any was counted.
    if (times === 0 && timesNow > 0) {
      await wrong.takeBack(keys);
      return challenge({ subject, times: timesNow });
    }
    const takeSolved = async () => times > 0 && solved.takeBack(keys.account);
    return {
      failed,
      succeeded: () => countSuccess(name, Promise.all([wrong.clear(keys), takeSolved()])),
      unchecked: async () => void (await Promise.all([wrong.takeBack(keys), takeSolved()])),
    };
  };
}

async function countSuccess(guard: string, cleared: Promise<unknown>): Promise<void> {
  await cleared;
  guesses.inc({ guard, outcome: 'succeeded' });
}

async function note(
  name: string,
  outcome: 'failed' | 'challenged' | 'refused',
  { account, network }: Attempt,
): Promise<void> {
  guesses.inc({ guard: name, outcome });
  const subject = {
    name,
    account: accountDigest(account),
    network: networkDigest(network),
    shownNetwork: shownNetwork(network),
  };
  logger.warn({ ...subject, outcome }, 'sign-in attempt rejected');
  await countSecurityEvent(outcome, subject);
}

/** Admits guesses at passwords by signing in. */
export const admitSignIn = createBruteForceGuard({ name: 'sign-in' });
