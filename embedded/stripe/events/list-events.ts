import * as z from 'zod/mini';
import { checkParams, integer } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject({
  ...listParams,
  types: z.optional(z.array(z.string())),
  created: z.optional(z.strictObject({ gte: integer })),
});

/** `GET /v1/events`, of the last 30 days, of some types or since a moment if told. */
export const listEvents: Operation = ({ books, params: given }) => {
  const { types, created, ...query } = checkParams(params, given);
  const wanted = books
    .list('events')
    .filter((event) => !types || types.includes(event.type))
    .filter((event) => !created || event.created >= created.gte);
  return listPage('/v1/events', wanted, query);
};
