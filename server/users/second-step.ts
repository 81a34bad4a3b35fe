import { DAY_SECONDS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { createLimit } from '../http/create-limit.ts';
import type { HalfSignedIn } from '../http/session-fields.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { notifyOfFactor } from './factor-emails.ts';
import { secondStepOf } from './factors.ts';
import { recordOwnAct } from './record-own-act.ts';
import { consumeCode, findRecoveryHash, wrongCode } from './totp.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

const LASTS_MS = 300_000;

/** Limits wrong codes per password. At any time, three of the million codes are valid. */
const guessesAtCode = createLimit({ name: 'second-factor', times: 10, windowSeconds: 900 });
const guessesInADay = createLimit({ name: 'second-factor-day', times: 50, windowSeconds: DAY_SECONDS });
/** Limits wrong codes per account: anyone with access to the mailbox can reset the password repeatedly. */
const guessesAtAccount = createLimit({
  name: 'second-factor-account',
  times: 100,
  windowSeconds: DAY_SECONDS,
});

const digestOfPassword = (passwordHash: string | null): string => digestOf('password', passwordHash);

interface Step {
  /** The hash that the password matched; defaults to the account's present one. */
  passwordHash?: string | null;
  isBeside?: boolean;
}

/**
 * Returns what the session stores after the right password until a code is given; null when the password is
 * enough.
 *
 * @throws AppError PASSKEY_REQUIRED when a passkey is required instead of a code
 */
export async function beginSecondStep(
  user: UserRecord,
  { passwordHash, isBeside = false }: Step = {},
): Promise<HalfSignedIn | null> {
  const step = await secondStepOf(user);
  if (step === null) return null;
  if (step === 'passkey') throw new AppError('PASSKEY_REQUIRED', 'Please sign in with your passkey.');
  const hash = passwordHash ?? (await UserModel.findById(user.id).lean<UserDoc>())?.passwordHash ?? null;
  return { userId: user.id, password: digestOfPassword(hash), at: databaseClock.nowMs(), isBeside };
}

/** A user whose password was right, and the hash of that password. */
interface Account {
  user: UserRecord;
  passwordHash: string | null;
}

/**
 * Returns the account whose password was right in this session.
 *
 * @throws AppError INVALID_CREDENTIALS when that was over five minutes ago, or the password changed or the
 * account was disabled since
 */
export async function findHalfSignedIn(half: HalfSignedIn | undefined): Promise<Account> {
  const isInTime = half && databaseClock.nowMs() < half.at + LASTS_MS;
  const doc = isInTime
    ? await UserModel.findOne({ _id: half.userId, disabledAt: null }).lean<UserDoc>()
    : null;
  if (!doc || digestOfPassword(doc.passwordHash) !== half?.password) {
    throw new AppError('INVALID_CREDENTIALS', 'That took too long. Please sign in again.');
  }
  return { user: toUserRecord(doc), passwordHash: doc.passwordHash };
}

/**
 * Verifies and consumes a code of an account's authenticator app or one of its recovery codes. Using a
 * recovery code notifies the owner. Attempts are limited per password, so that the owner has attempts left
 * after choosing a new one, and per account to twice the daily number. The narrower limit counts first, so
 * that attempts it refuses do not count toward the wider ones.
 *
 * @throws AppError INVALID_REQUEST for a wrong code
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function takeCode(
  { user, passwordHash }: Account,
  code: string,
  address: string,
): Promise<void> {
  const key = digestOf(user.id, passwordHash);
  await guessesAtCode.count(key);
  await guessesInADay.count(key);
  await guessesAtAccount.count(user.id);
  const recoveryHash = await findRecoveryHash(user.id, code);
  const consume = () => consumeCode(user.id, code);
  const kind = await (recoveryHash
    ? notifyOfFactor(user.id, { change: 'recovery-used', evidence: recoveryHash }, consume)
    : consume());
  if (kind === null) throw wrongCode();
  await Promise.all([guessesInADay.reset(key), guessesAtCode.reset(key), guessesAtAccount.uncount(user.id)]);
  if (kind === 'totp') return;
  await recordOwnAct('recovery code used', user, address);
}

/** Whether a sign-in by code is still valid: the password, account or app may have changed meanwhile. */
export const isCodeSignInStillValid = async (half: HalfSignedIn): Promise<boolean> =>
  findHalfSignedIn(half).then(
    async ({ user }) => (await secondStepOf(user)) === 'code',
    () => false,
  );
