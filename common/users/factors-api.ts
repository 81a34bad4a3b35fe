import { endpoint } from '../endpoint.ts';
import { accountQuerySchema } from './account.ts';
import {
  confirmTotpSchema,
  factorsSchema,
  proofSchema,
  recoveryCodesSchema,
  roleBodySchema,
  secondFactorSchema,
  totpSecretSchema,
} from './factors.ts';
import { sessionSchema } from './user.ts';

/**
 * Replies 401 INVALID_CREDENTIALS without a correct password in this session within the last five minutes.
 */
export const sendSecondFactor = endpoint({
  method: 'POST',
  path: '/api/session/second-factor',
  summary: 'Completes a sign-in that got SECOND_FACTOR_REQUIRED, with a code of the app or a recovery code.',
  who: 'anybody',
  body: secondFactorSchema,
  reply: sessionSchema,
  errors: ['INVALID_CREDENTIALS', 'SOMEBODY_SIGNED_IN', 'STAFF_ALONE', 'TOO_MANY_REQUESTS'],
});

export const readFactors = endpoint({
  method: 'GET',
  path: '/api/account/factors',
  summary: 'Lists passkeys, and returns whether an authenticator app is set up.',
  who: 'user',
  query: accountQuerySchema,
  reply: factorsSchema,
});

export const proveOwnership = endpoint({
  method: 'POST',
  path: '/api/account/proof',
  summary:
    'Verifies password and code again. For ten minutes, as after signing in, passkeys and app can be changed.',
  who: 'user',
  body: proofSchema,
  reply: null,
  errors: ['PASSKEY_REQUIRED', 'TOO_MANY_REQUESTS'],
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp',
  summary: 'Creates the secret of an authenticator app. It takes effect once confirmed with a code.',
  who: 'user',
  body: roleBodySchema,
  reply: totpSecretSchema,
  statuses: [201],
  errors: ['PROOF_REQUIRED', 'FACTOR_CONFLICT'],
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp/confirm',
  summary: 'Turns an authenticator app on with its first code, and returns the recovery codes.',
  who: 'user',
  body: confirmTotpSchema,
  reply: recoveryCodesSchema,
  errors: ['PROOF_REQUIRED', 'FACTOR_CONFLICT', 'TOO_MANY_REQUESTS'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/account/totp',
  summary: 'Turns the authenticator app off; its recovery codes stop working.',
  who: 'user',
  query: accountQuerySchema,
  reply: null,
  errors: ['PROOF_REQUIRED'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary: 'Replaces the recovery codes.',
  who: 'user',
  body: roleBodySchema,
  reply: recoveryCodesSchema,
  errors: ['PROOF_REQUIRED', 'FACTOR_CONFLICT'],
});
