import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject({
  ...listParams,
  payment_intent: z.optional(z.string()),
  status: z.optional(z.enum(['open', 'complete', 'expired'])),
});

/** `GET /v1/checkout/sessions`, of one intent or status if asked. */
export const listCheckoutSessions: Operation = ({ books, params: given }) => {
  const { payment_intent, status, ...query } = checkParams(params, given);
  const wanted = books
    .list('sessions')
    .filter((session) => payment_intent === undefined || session.payment_intent === payment_intent)
    .filter((session) => status === undefined || session.status === status);
  return listPage('/v1/checkout/sessions', wanted, query);
};
