import * as z from 'zod/mini';
import { roleSchema, sessionSchema, signInSchema } from '#common/users/user.ts';
import type { ApiCall } from '../http/api-call.ts';

/** Signing in. */
export const signInRequest = z.object({ body: signInSchema });

/** Signing out, of one role or of all. */
export const signOutRequest = z.object({ query: z.object({ role: z.optional(roleSchema) }) });

/** The calls of session-routes. */
export const sessionCalls: readonly ApiCall[] = [
  {
    call: 'GET /api/session',
    summary: 'Tells who is signed in, a slot per role. Visitors get an answer too.',
    who: 'anybody',
    replies: { 200: sessionSchema },
  },
  {
    call: 'POST /api/session',
    summary: 'Signs a user in, to the slot of its role. Who is signed in to the other slot stays.',
    who: 'anybody',
    request: signInRequest,
    replies: { 200: sessionSchema },
    refusals: ['WRONG_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  },
  {
    call: 'POST /api/session/demo',
    summary: 'Signs in the demo rider and the demo driver. Only where the installation is a demo.',
    who: 'anybody',
    replies: { 200: sessionSchema },
    refusals: ['NOT_FOUND'],
  },
  {
    call: 'DELETE /api/session',
    summary: 'Signs out, of one role or of all, and closes the sockets of the session.',
    who: 'anybody',
    request: signOutRequest,
    replies: { 204: null },
  },
];
