import { AppError } from '#common/errors.ts';
import { accountDigest, networkDigest } from '../crypto/keyed-digest.ts';
import { createCounter, createLimit } from '../http/create-limit.ts';
import { shownNetwork } from '../http/device-of.ts';
import { isProof, issueChallenge, type WorkOptions } from '../http/proof-of-work.ts';
import { logger } from '../infra/logger.ts';
import { guesses } from '../infra/metrics.ts';
import { countSecurityEvent } from '../infra/security-counts.ts';
import { createWrongGuesses, guessKeys, THRESHOLDS, type Thresholds } from './wrong-guesses.ts';

/** The origin of a sign-in attempt, known before anything is verified. */
interface Attempt {
  /** The account's email address in lower case. The account need not exist. */
  account: string;
  /** The client's network. */
  network: string;
  /** The device id, if this account has signed in on the browser before (`findKnownDevice`). */
  device: string | null;
  /** The solved proof-of-work challenge, if one was sent. */
  proof: string | undefined;
}

/** An admitted attempt. Call exactly one method once its outcome is known. */
export interface AdmittedAttempt {
  /** The password was right: removes this attempt, and earlier failures from here, from the counts. */
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** The check itself failed: removes this attempt from the counts. */
  cancel(): Promise<void>;
}

const AT_KNOWN_DEVICE = { free: 10, windowSeconds: 900 };

/** Together with the free attempts, these are the 100 per hour that NIST SP 800-63B allows an account. */
const SOLVED_AT_ACCOUNT = { times: 70, windowSeconds: 3_600 };

const LATER =
  'Too many attempts on this account. “Forgot your password?” emails you a link that lets you in right away.';
const CHALLENGED =
  'We have to check your browser first. If that fails, “Forgot your password?” emails you a link that lets you in.';

interface GuardOptions {
  /** What is being guessed, such as `sign-in`. Prefixes counter keys and labels logs and metrics. */
  name: string;
  thresholds?: Partial<Thresholds>;
  solvedAtAccount?: typeof SOLVED_AT_ACCOUNT;
}

/**
 * Slows down password guessing without locking accounts. Past a threshold of failed attempts, each attempt
 * requires a proof-of-work challenge, which becomes harder as failures increase. One client's failures never
 * block another client. Only after 70 solved challenges for one account within an hour are further attempts
 * refused, except from its known devices or through a mailed link. A known device has ten attempts of its
 * own, which attempts from elsewhere do not use up; past them it has to solve challenges like an unknown one.
 *
 * @returns a function that admits an attempt before the account is read. It throws CHALLENGE_REQUIRED with a
 * challenge, TOO_MANY_REQUESTS past the solved-challenge limit, UNAVAILABLE when Redis cannot count
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
        succeeded: () => countSuccess(name, atDevice.reset(deviceKey)),
        cancel: () => atDevice.uncount(deviceKey),
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
    // Concurrent attempts may all have read the counters before any of them was counted.
    if (times === 0 && timesNow > 0) {
      await wrong.uncount(keys);
      return challenge({ subject, times: timesNow });
    }
    const takeSolved = async () => times > 0 && solved.uncount(keys.account);
    return {
      failed,
      succeeded: () => countSuccess(name, Promise.all([wrong.clear(keys), takeSolved()])),
      cancel: async () => void (await Promise.all([wrong.uncount(keys), takeSolved()])),
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

/** Admits password sign-in attempts. */
export const admitSignIn = createBruteForceGuard({ name: 'sign-in' });
