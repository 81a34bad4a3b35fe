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
import { openSealedText, sealText } from '../crypto/sealed-text.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type AuthenticatorDoc, AuthenticatorModel } from './authenticator-model.ts';

const PURPOSE = 'totp-secret';
const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes a while. */
const WINDOW = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, half a minute. */
const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Marquee', label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/**
 * Makes a secret for somebody's authenticator app. It replaces one that was not confirmed.
 *
 * @throws FACTOR_CONFLICT where an app is set up already
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
    throw conflict('An authenticator app is set up already. Please turn it off first.');
  }
  return { secret, uri: totp.toString() };
}

/**
 * Turns somebody's authenticator app on by its first code.
 *
 * @returns the recovery codes, which are shown once
 * @throws FACTOR_CONFLICT where none was begun, or it is on already; INVALID_REQUEST for another code
 */
export async function confirmTotp(userId: string, code: string, confirmedAt: Date): Promise<string[]> {
  const begun = await AuthenticatorModel.findOne({ _id: userId, confirmedAt: null }).lean<AuthenticatorDoc>();
  if (!begun) throw conflict('Please begin anew: this was set up, or begun in another window.');
  const step = stepOfCode(begun, code);
  if (step === null) throw wrongCode();
  const codes = createRecoveryCodes();
  const { modifiedCount } = await AuthenticatorModel.updateOne(
    { _id: userId, confirmedAt: null, secret: begun.secret },
    { $set: { confirmedAt, lastUsedStep: step, recoveryCodes: hashed(userId, codes) } },
  );
  if (modifiedCount === 0) throw conflict('Please begin anew: this was begun in another window.');
  return codes.map(shown);
}

/**
 * Takes a code of the app, or a recovery code. Each is taken once: of two uses at the same instant, one succeeds.
 *
 * @returns what it was; null for a wrong or used one, or where no app is set up
 */
export async function spendCode(userId: string, code: string): Promise<'totp' | 'recovery' | null> {
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

/** Makes new recovery codes in place of those there are. @throws FACTOR_CONFLICT without an app */
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

/** The refusal of a code that is wrong, or was used before. */
export const wrongCode = () => fieldRefusal('code', 'That code is not right, or was used before.');

const conflict = (message: string) => new AppError('FACTOR_CONFLICT', message);

/** Which half minute's code it is; null where it is none of those that count now. */
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

/** Keyed, so that hashes of a stolen database cannot be tried out; 60 random bits need no slow hash. */
const hashOf = (userId: string, code: string): string =>
  createHmac('sha256', deriveKey('recovery-codes')).update(`${userId}:${code}`).digest('base64url');

const hashed = (userId: string, codes: readonly string[]): { hash: string }[] =>
  codes.map((code) => ({ hash: hashOf(userId, code) }));
