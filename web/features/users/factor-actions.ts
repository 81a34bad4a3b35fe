import type { Factors, Proof, TotpSecret } from '#common/users/factors.ts';
import * as api from '#common/users/factors-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { enterSession } from './session-actions.ts';
import type { ActingRole } from './session-store.ts';

/** Ends a sign-in with a code of the app, or a recovery code. @throws ApiError 400, 401 once it took too long, 429 */
export async function sendSecondFactor(code: string, email: string): Promise<ActingRole> {
  return enterSession(await call(api.sendSecondFactor, { code }), email);
}

/** What the account of a role is signed in to with, besides its password. */
export const readFactors = (role: Role, signal: AbortSignal): Promise<Factors> =>
  call(api.readFactors, { role }, { signal });

/** Shows that an account is one's own. @throws ApiError 400 with issues by field, 401 PASSKEY_REQUIRED, 429 */
export const proveOwnership = (proof: Proof): Promise<void> => call(api.proveOwnership, proof);

/** @throws ApiError 403 PROOF_REQUIRED, as all below */
export const beginTotp = (role: Role): Promise<TotpSecret> => call(api.beginTotp, { role });

/** Turns the app on. @returns the recovery codes @throws ApiError 400 for a wrong code */
export const confirmTotp = async (role: Role, code: string): Promise<string[]> =>
  (await call(api.confirmTotp, { role, code })).recoveryCodes;

export const removeTotp = (role: Role): Promise<void> => call(api.removeTotp, { role });

/** Makes new recovery codes. @returns them */
export const renewRecoveryCodes = async (role: Role): Promise<string[]> =>
  (await call(api.renewRecoveryCodes, { role })).recoveryCodes;
