import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { roleSchema, sessionSchema, signInSchema, signUpSchema } from './user.ts';

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Reads who is signed in: rider, driver, staff member; all null for a visitor.',
  who: 'anybody',
  reply: sessionSchema,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Signs a user in to the slot of their role. Other slots are unchanged.',
  who: 'anybody',
  body: signInSchema,
  reply: sessionSchema,
  errors: [
    'INVALID_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'PASSKEY_REQUIRED',
    'SOMEBODY_SIGNED_IN',
    'STAFF_ALONE',
    'CHALLENGE_REQUIRED',
    'TOO_MANY_REQUESTS',
  ],
  isIdempotent: true,
});

export const signInDemo = endpoint({
  method: 'POST',
  path: '/api/session/demo',
  summary: 'Signs in the demo rider, driver and staff member; 404 unless the installation is a demo.',
  who: 'anybody',
  reply: sessionSchema,
  errors: ['NOT_FOUND'],
  isIdempotent: true,
});

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Signs out of one role, or of all, and closes the sockets of the session.',
  who: 'anybody',
  query: z.object({ role: z.optional(roleSchema) }),
  reply: null,
});

/** Strict limit, because sign-up is the only call that reveals whether an address has an account. */
export const signUp = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Creates a rider and signs them in.',
  who: 'anybody',
  body: signUpSchema,
  reply: sessionSchema,
  statuses: [201],
  errors: ['EMAIL_TAKEN', 'SOMEBODY_SIGNED_IN', 'STAFF_ALONE'],
  limit: { name: 'sign-up', times: 10, windowSeconds: 3_600, per: 'address' },
});
