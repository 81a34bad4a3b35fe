import { endpoint } from '../endpoint.ts';
import { accountQuerySchema } from './account.ts';
import { passkeySchema, roleBodySchema } from './factors.ts';
import {
  newPasskeySchema,
  passkeyCreationSchema,
  passkeyProofSchema,
  passkeyRequestSchema,
  passkeySignInSchema,
} from './passkeys.ts';
import { sessionSchema } from './user.ts';

/** Limit per address, shared by challenges and responses. */
const LIMIT = { name: 'passkey', times: 120, windowSeconds: 600, per: 'address' } as const;

/** Does not reveal who has a passkey: the credential identifies the account. */
export const requestPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/session/passkey/options',
  summary:
    'Creates a challenge for signing in with a passkey, valid once, for five minutes, in this session.',
  who: 'anybody',
  reply: passkeyRequestSchema,
  errors: ['PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
  isIdempotent: true,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkey',
  summary: 'Signs in with a passkey, which counts as both factors. All failures get the same reply.',
  who: 'anybody',
  body: passkeySignInSchema,
  reply: sessionSchema,
  errors: ['INVALID_CREDENTIALS', 'SOMEBODY_SIGNED_IN', 'STAFF_ALONE', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
});

export const requestOwnPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/account/proof/passkey/options',
  summary: 'Creates a challenge to verify a passkey of the account again before a change.',
  who: 'user',
  body: roleBodySchema,
  reply: passkeyRequestSchema,
  errors: ['PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
  isIdempotent: true,
});

export const proveByPasskey = endpoint({
  method: 'POST',
  path: '/api/account/proof/passkey',
  summary: 'Verifies a passkey of the account instead of password and code.',
  who: 'user',
  body: passkeyProofSchema,
  reply: null,
  errors: ['INVALID_CREDENTIALS', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'Creates the options with which a browser creates a passkey for the account.',
  who: 'user',
  body: roleBodySchema,
  reply: passkeyCreationSchema,
  errors: ['PROOF_REQUIRED', 'FACTOR_CONFLICT', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
  isIdempotent: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Adds a passkey created by a browser. The owner gets an email.',
  who: 'user',
  body: newPasskeySchema,
  reply: passkeySchema,
  statuses: [201],
  errors: ['PROOF_REQUIRED', 'FACTOR_CONFLICT', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:passkeyId',
  summary: 'Removes a passkey of the account. The owner gets an email.',
  who: 'user',
  query: accountQuerySchema,
  reply: null,
  errors: ['PROOF_REQUIRED'],
});
