import { AppError } from '#common/errors.ts';
import type { Proof } from '#common/users/factors.ts';
import type { Role } from '#common/users/user.ts';
import { fieldRefusal } from '../field-refusal.ts';
import type { Slots } from '../http/session.ts';
import type { OwnershipProof } from '../http/session-fields.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { secondStepOf } from './factors.ts';
import { findOwnAccount, isOwnPassword, type SignedInAt } from './own-account.ts';
import { takeCode } from './second-step.ts';
import { toUserRecord, type UserRecord } from './user-model.ts';

/** How long a proof of ownership (or a sign-in) allows changes to passkeys and authenticator app. */
const LASTS_MS = 600_000;

/** Returns the proof of ownership that a session stores. */
export const proofOf = ({ id }: { id: string }): { proof: OwnershipProof } => ({
  proof: { userId: id, at: databaseClock.nowMs() },
});

/**
 * Returns the account signed in with this role, provided that the session contains a recent proof of
 * ownership. Otherwise anyone with access to an open session could add their own passkey.
 *
 * @throws AppError PROOF_REQUIRED
 * @throws AppError FORBIDDEN
 */
export async function requireProvenAccount(
  user: Slots,
  role: Role,
  proof: OwnershipProof | undefined,
): Promise<UserRecord> {
  const account = toUserRecord(await findOwnAccount(user, role));
  if (proof?.userId === account.id && databaseClock.nowMs() < proof.at + LASTS_MS) return account;
  throw new AppError('PROOF_REQUIRED', 'Please confirm it’s you.');
}

interface Caller {
  signedInAt: SignedInAt;
  address: string;
}

/**
 * Verifies the password and, where an authenticator app is set up, a code.
 *
 * @returns the account
 * @throws AppError INVALID_REQUEST with the field at fault
 * @throws AppError PASSKEY_REQUIRED when the account requires a passkey and has no app
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function proveByPassword(
  user: Slots,
  { role, password, code }: Proof,
  { signedInAt, address }: Caller,
): Promise<UserRecord> {
  const doc = await findOwnAccount(user, role);
  const account = toUserRecord(doc);
  if (!(await isOwnPassword(doc, password, signedInAt))) {
    throw fieldRefusal('password', 'That is not your current password.');
  }
  const step = await secondStepOf(account);
  if (step === 'passkey') throw new AppError('PASSKEY_REQUIRED', 'Please confirm it with your passkey.');
  if (step === 'code') {
    if (!code) throw fieldRefusal('code', 'Please enter the code of your authenticator app.');
    await takeCode({ user: account, passwordHash: doc.passwordHash }, code, address);
  }
  return account;
}
