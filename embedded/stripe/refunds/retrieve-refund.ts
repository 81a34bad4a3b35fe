import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';

/** `GET /v1/refunds/{id}` */
export const retrieveRefund: Operation = ({ books, id, params }) => {
  checkParams(z.strictObject({}), params);
  return findOrFail(books, 'refunds', id);
};
