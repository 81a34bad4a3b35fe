import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject(listParams);

/** `GET /v1/events`, of the last 30 days. */
export const listEvents: Operation = ({ books, params: given }) =>
  listPage('/v1/events', books.list('events'), checkParams(params, given));
