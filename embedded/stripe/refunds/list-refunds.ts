import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject({ ...listParams, payment_intent: z.optional(z.string()) });

/** `GET /v1/refunds`, of one intent if it is named. */
export const listRefunds: Operation = ({ books, params: given }) => {
  const { payment_intent, ...query } = checkParams(params, given);
  const wanted = books
    .list('refunds')
    .filter((refund) => payment_intent === undefined || refund.payment_intent === payment_intent);
  return listPage('/v1/refunds', wanted, query);
};
