import * as z from 'zod/mini';
import { checkParams, flag } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject({
  ...listParams,
  type: z.optional(z.string()),
  types: z.optional(z.array(z.string())),
  delivery_success: z.optional(flag),
});

/** `GET /v1/events`, of the last 30 days, of certain types or those with all webhooks delivered if asked. */
export const listEvents: Operation = ({ books, params: given }) => {
  const { type, types, delivery_success: isDelivered, ...query } = checkParams(params, given);
  const wanted = books
    .list('events')
    .filter((event) => type === undefined || event.type === type)
    .filter((event) => types === undefined || types.includes(event.type))
    .filter((event) => isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered);
  return listPage('/v1/events', wanted, query);
};
