import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import type { Operation } from '../http/operation.ts';
import { findForCaller } from './find-for-caller.ts';
import { presentIntent } from './present-intent.ts';

const params = z.strictObject({ client_secret: z.optional(z.string()) });

/** `GET /v1/payment_intents/{id}`; from a browser with the client secret, and then without what is the server's. */
export const retrievePaymentIntent: Operation = (call) => {
  const { client_secret } = checkParams(params, call.params);
  return presentIntent(call.caller, findForCaller(call, client_secret));
};
