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
    'Makes a challenge for signing in with a passkey, which works once, for five minutes, in this session.',
  who: 'anybody',
  reply: passkeyRequestSchema,
  errors: ['PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
  isIdempotent: true,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkey',
  summary: 'Signs in with a passkey, which counts as both factors. Any failure gets one answer.',
  who: 'anybody',
  body: passkeySignInSchema,
  reply: sessionSchema,
  errors: ['INVALID_CREDENTIALS', 'SOMEBODY_SIGNED_IN', 'STAFF_ALONE', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
});

export const requestOwnPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/account/proof/passkey/options',
  summary: 'Makes a challenge for a passkey of the account, which is asked for again before a change.',
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
  summary: 'Takes a passkey of the account in place of password and code.',
  who: 'user',
  body: passkeyProofSchema,
  reply: null,
  errors: ['INVALID_CREDENTIALS', 'PASSKEYS_UNAVAILABLE'],
  limit: LIMIT,
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'Makes what a browser needs to make a passkey for the account.',
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
  summary: 'Adds a passkey that a browser has made; its owner is told by mail.',
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
  summary: 'Removes a passkey of the account; its owner is told by mail.',
  who: 'user',
  query: accountQuerySchema,
  reply: null,
  errors: ['PROOF_REQUIRED'],
});
