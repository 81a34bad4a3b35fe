import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { AppError } from '#common/errors.ts';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  type TotpSecret,
} from '#common/users/factors.ts';
import { deriveKey } from '../crypto/derive-key.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { openSealedText, sealText } from '../crypto/sealed-text.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type AuthenticatorDoc, AuthenticatorModel } from './authenticator-model.ts';

const PURPOSE = 'totp-secret';
const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes are accepted, for clock skew and typing time. */
const WINDOW = 1;
/** How long a code is accepted. */
const CODE_LASTS_MS = (2 * WINDOW + 1) * STEP_SECONDS * 1_000;
/** The length RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** RFC 6238 with the parameters that authenticator apps assume: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Marquee', label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/**
 * Creates a secret for a user's authenticator app, replacing an unconfirmed one.
 *
 * @throws AppError FACTOR_CONFLICT when an app is set up already
 */
export async function beginTotp({ id, email }: { id: string; email: string }): Promise<TotpSecret> {
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), email);
  const secret = totp.secret.base32;
  try {
    await AuthenticatorModel.updateOne(
      { _id: id, confirmedAt: null },
      { $set: { secret: sealText(secret, PURPOSE, id), lastUsedStep: 0, recoveryCodes: [] } },
      { upsert: true },
    );
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw conflict('An authenticator app is already set up. Please turn it off first.');
  }
  return { secret, uri: totp.toString() };
}

/** An app that was turned on. */
interface Confirmed {
  /** The recovery codes, which are shown only once. */
  codes: string[];
  confirmedAt: Date;
}

/**
 * Turns a user's authenticator app on by its first code. Repeated with this code while it is valid, because
 * the reply was lost, it replaces the recovery codes.
 *
 * @throws AppError FACTOR_CONFLICT when no setup was begun, or the app is already on
 * @throws AppError INVALID_REQUEST for a wrong code
 */
export async function confirmTotp(userId: string, code: string, now: Date): Promise<Confirmed> {
  const isRecent = { $gt: new Date(now.getTime() - CODE_LASTS_MS) };
  const begun = await AuthenticatorModel.findOne({
    _id: userId,
    $or: [{ confirmedAt: null }, { confirmedAt: isRecent }],
  }).lean<AuthenticatorDoc>();
  if (!begun) throw conflict('Please start over: this was set up or started in another window.');
  const step = stepOfCode(begun, code);
  const { secret, confirmedAt, lastUsedStep } = begun;
  if (confirmedAt && step !== lastUsedStep)
    throw conflict('The app is already on. Please replace its recovery codes.');
  if (step === null) throw wrongCode();
  const codes = createRecoveryCodes();
  const confirmed = { confirmedAt: confirmedAt ?? now, lastUsedStep: step };
  const { modifiedCount } = await AuthenticatorModel.updateOne(
    { _id: userId, secret, confirmedAt, lastUsedStep },
    { $set: { ...confirmed, recoveryCodes: hashed(userId, codes) } },
  );
  if (modifiedCount === 0) throw conflict('Please start over: this was started in another window.');
  return { codes: codes.map(shown), confirmedAt: confirmed.confirmedAt };
}

/** Whether this is the keyed hash of an unused recovery code. */
export const isRecoveryHash = async (userId: string, hash: string): Promise<boolean> =>
  (await AuthenticatorModel.exists({ _id: userId, 'recoveryCodes.hash': hash })) !== null;

/** Returns the keyed hash of an unused recovery code; null for any other code. */
export async function findRecoveryHash(userId: string, code: string): Promise<string | null> {
  const hash = hashOf(userId, code);
  return code.length === RECOVERY_LENGTH && (await isRecoveryHash(userId, hash)) ? hash : null;
}

/** Returns a digest of the unused recovery codes, which changes when they are replaced. */
export async function digestOfRecoveryCodes(userId: string): Promise<string> {
  const authenticator = await AuthenticatorModel.findById(userId).lean<AuthenticatorDoc>();
  return digestOf(authenticator?.recoveryCodes.map(({ hash }) => hash));
}

/**
 * Verifies and consumes a code of the app, or a recovery code. Each code works once; of two concurrent uses,
 * one succeeds.
 *
 * @returns the kind of code; null when it is wrong or used, or no app is set up
 */
export async function consumeCode(userId: string, code: string): Promise<'totp' | 'recovery' | null> {
  const isOn = { _id: userId, confirmedAt: { $ne: null } };
  if (code.length === RECOVERY_LENGTH) {
    const hash = hashOf(userId, code);
    const { modifiedCount } = await AuthenticatorModel.updateOne(
      { ...isOn, 'recoveryCodes.hash': hash },
      { $pull: { recoveryCodes: { hash } } },
    );
    return modifiedCount > 0 ? 'recovery' : null;
  }
  const authenticator = await AuthenticatorModel.findOne(isOn).lean<AuthenticatorDoc>();
  const step = authenticator && stepOfCode(authenticator, code);
  if (!step) return null;
  const { modifiedCount } = await AuthenticatorModel.updateOne(
    { ...isOn, lastUsedStep: { $lt: step } },
    { $set: { lastUsedStep: step } },
  );
  return modifiedCount > 0 ? 'totp' : null;
}

/** Replaces the recovery codes. @throws AppError FACTOR_CONFLICT without an app */
export async function renewRecoveryCodes(userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  const { modifiedCount } = await AuthenticatorModel.updateOne(
    { _id: userId, confirmedAt: { $ne: null } },
    { $set: { recoveryCodes: hashed(userId, codes) } },
  );
  if (modifiedCount === 0)
    throw conflict('Recovery codes belong to an authenticator app, and none is set up.');
  return codes.map(shown);
}

/** The error for a wrong or used code. */
export const wrongCode = () => fieldRefusal('code', 'That code is not right, or was used before.');

const conflict = (message: string) => new AppError('FACTOR_CONFLICT', message);

/** Returns the 30-second step that a code belongs to; null when it is not valid now. */
function stepOfCode({ _id, secret }: AuthenticatorDoc, code: string): number | null {
  const userId = _id.toHexString();
  const base32 = openSealedText(secret, PURPOSE, userId);
  if (base32 === null) {
    logger.error({ userId }, 'authenticator secret cannot be decrypted');
    return null;
  }
  const timestamp = databaseClock.nowMs();
  const delta = totpOf(Secret.fromBase32(base32)).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
}

const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
    ).join(''),
  );

const shown = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-');

/** Keyed, against brute force on a stolen database. With 60 random bits no slow hash is needed. */
const hashOf = (userId: string, code: string): string =>
  createHmac('sha256', deriveKey('recovery-codes')).update(`${userId}:${code}`).digest('base64url');

const hashed = (userId: string, codes: readonly string[]): { hash: string }[] =>
  codes.map((code) => ({ hash: hashOf(userId, code) }));
