import type { Factors, Proof, TotpSecret } from '#common/users/factors.ts';
import * as api from '#common/users/factors-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { storeSignIn } from './session-actions.ts';
import type { ActingRole } from './session-store.ts';

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code.
 *
 * @throws ApiError 400, 401 when the sign-in has expired, 429
 */
export async function sendSecondFactor(code: string, email: string): Promise<ActingRole> {
  return storeSignIn(await call(api.sendSecondFactor, { code }), email);
}

/** Reads the second factors of the account that is signed in to a role. */
export const readFactors = (role: Role, signal: AbortSignal): Promise<Factors> =>
  call(api.readFactors, { role }, { signal });

/**
 * Proves ownership of an account before a sensitive change.
 *
 * @throws ApiError 400 with issues by field, 401 PASSKEY_REQUIRED, 429
 */
export const proveOwnership = (proof: Proof): Promise<void> => call(api.proveOwnership, proof);

/** Creates the secret for an authenticator app. @throws ApiError 403 PROOF_REQUIRED, as all below */
export const beginTotp = (role: Role): Promise<TotpSecret> => call(api.beginTotp, { role });

/** Turns on the authenticator app. @returns the recovery codes @throws ApiError 400 for a wrong code */
export const confirmTotp = async (role: Role, code: string): Promise<string[]> =>
  (await call(api.confirmTotp, { role, code })).recoveryCodes;

export const removeTotp = (role: Role): Promise<void> => call(api.removeTotp, { role });

/** Replaces the recovery codes. @returns the new codes */
export const renewRecoveryCodes = async (role: Role): Promise<string[]> =>
  (await call(api.renewRecoveryCodes, { role })).recoveryCodes;
