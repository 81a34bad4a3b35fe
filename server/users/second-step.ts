import { AppError } from '#common/errors.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { createLimit } from '../http/create-limit.ts';
import type { HalfSignedIn } from '../http/session-store.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { enqueueFactorEmail } from './factor-emails.ts';
import { secondStepOf } from './factors.ts';
import { recordOwnAct } from './record-own-act.ts';
import { spendCode, wrongCode } from './totp.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

const LASTS_MS = 300_000;

/** Wrong codes after the right password. Three codes of a million are right at a time. */
const guessesAtCode = createLimit({ name: 'second-factor', times: 10, windowSeconds: 900 });
const guessesInADay = createLimit({ name: 'second-factor-day', times: 50, windowSeconds: 86_400 });
/** With whatever password: who reads the mailbox chooses new ones. */
const guessesAtAccount = createLimit({ name: 'second-factor-account', times: 100, windowSeconds: 86_400 });

const digestOfPassword = (passwordHash: string | null): string => digestOf('password', passwordHash);

interface Step {
  /** Of the password that was right; that of the account as it is now by default. */
  passwordHash?: string | null;
  isBeside?: boolean;
}

/**
 * What the session keeps of somebody whose password was right until they give a code; null where the password is enough.
 *
 * @throws PASSKEY_REQUIRED where a code is none either
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

/** Somebody whose password was right, and the hash of that password. */
interface Account {
  user: UserRecord;
  passwordHash: string | null;
}

/**
 * The account whose password was right in a session. @throws INVALID_CREDENTIALS where that was five minutes ago, or the password
 * was changed or the account disabled since
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
 * Takes a code of an account's authenticator app, or one of its recovery codes; of the latter its owner is told. Tries are counted
 * for the password that was right, so that its owner has tries left once they have chosen a new one, and up to twice as many for the account.
 * The narrower limit counts first: what it refuses uses up nothing of the wider ones.
 *
 * @throws INVALID_REQUEST for a wrong code, TOO_MANY_REQUESTS
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
  const kind = await spendCode(user.id, code);
  if (kind === null) throw wrongCode();
  await Promise.all([
    guessesInADay.forget(key),
    guessesAtCode.forget(key),
    guessesAtAccount.takeBack(user.id),
  ]);
  if (kind === 'totp') return;
  await enqueueFactorEmail(user.id, 'recovery-used', databaseClock.now().toISOString());
  await recordOwnAct('recovery code used', user, address);
}

/** Whether somebody who has just been signed in by a code still may be: what it belongs to may have been taken away meanwhile. */
export const isStillTwoStep = async (half: HalfSignedIn): Promise<boolean> =>
  findHalfSignedIn(half).then(
    async ({ user }) => (await secondStepOf(user)) === 'code',
    () => false,
  );
