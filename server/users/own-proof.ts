import { AppError } from '#common/errors.ts';
import type { Proof } from '#common/users/factors.ts';
import type { Role } from '#common/users/user.ts';
import { fieldRefusal } from '../field-refusal.ts';
import type { Slots } from '../http/session.ts';
import type { OwnershipProof } from '../http/session-store.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { secondStepOf } from './factors.ts';
import { findOwnAccount, isOwnPassword, type SignedInAt } from './own-account.ts';
import { takeCode } from './second-step.ts';
import { toUserRecord, type UserRecord } from './user-model.ts';

/** For so long after signing in, or after proving it again, an account's passkeys and app may be changed. */
const LASTS_MS = 600_000;

/** What a session keeps of somebody who has just shown that an account is theirs. */
export const proofOf = ({ id }: { id: string }): { proof: OwnershipProof } => ({
  proof: { userId: id, at: databaseClock.nowMs() },
});

/**
 * The account that is signed in to a role, of who has lately shown that it is theirs: an open session that somebody else finds is
 * not enough to give them a way in of their own.
 *
 * @throws PROOF_REQUIRED, FORBIDDEN
 */
export async function requireProvenAccount(
  user: Slots,
  role: Role,
  proof: OwnershipProof | undefined,
): Promise<UserRecord> {
  const account = toUserRecord(await findOwnAccount(user, role));
  if (proof?.userId === account.id && databaseClock.nowMs() < proof.at + LASTS_MS) return account;
  throw new AppError('PROOF_REQUIRED', 'Please confirm that it is you.');
}

interface Caller {
  signedInAt: SignedInAt;
  address: string;
}

/**
 * Takes what signing in takes once more, except a passkey.
 *
 * @returns whose account it is
 * @throws INVALID_REQUEST by field, PASSKEY_REQUIRED where the password is not enough and there is no app, TOO_MANY_REQUESTS
 */
export async function proveByPassword(
  user: Slots,
  { role, password, code }: Proof,
  { signedInAt, address }: Caller,
): Promise<UserRecord> {
  const doc = await findOwnAccount(user, role);
  const account = toUserRecord(doc);
  if (!(await isOwnPassword(doc, password, signedInAt))) {
    throw fieldRefusal('password', 'That is not your present password.');
  }
  const step = await secondStepOf(account);
  if (step === 'passkey') throw new AppError('PASSKEY_REQUIRED', 'Please confirm it with your passkey.');
  if (step === 'code') {
    if (!code) throw fieldRefusal('code', 'Please enter the code of your authenticator app.');
    await takeCode({ user: account, passwordHash: doc.passwordHash }, code, address);
  }
  return account;
}
