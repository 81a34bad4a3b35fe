import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { listPage, listParams } from '../http/list-page.ts';
import type { Operation } from '../http/operation.ts';

const params = z.strictObject(listParams);

/** `GET /v1/payment_intents` */
export const listPaymentIntents: Operation = ({ books, params: given }) =>
  listPage('/v1/payment_intents', books.list('payment_intents'), checkParams(params, given));
