import * as z from 'zod/mini';
import { ApiError } from '../http/api-error.ts';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import { expireSession } from './expire-session.ts';

/** `POST /v1/checkout/sessions/{id}/expire`; only an open session can be. */
export const expireCheckoutSession: Operation = ({ books, id, params }) => {
  checkParams(z.strictObject({}), params);
  const session = findOrFail(books, 'sessions', id);
  if (session.status === 'open') return expireSession(books, session);
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  });
};
