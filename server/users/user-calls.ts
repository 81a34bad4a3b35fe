import * as z from 'zod/mini';
import { sessionSchema, signUpSchema } from '#common/users/user.ts';
import type { ApiCall } from '../http/api-call.ts';

/** Signing up. */
export const signUpRequest = z.object({ body: signUpSchema });

/** The calls of user-routes. */
export const userCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/users',
    summary: 'Creates a rider and signs it in.',
    who: 'anybody',
    request: signUpRequest,
    replies: { 201: sessionSchema },
    refusals: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  },
];
