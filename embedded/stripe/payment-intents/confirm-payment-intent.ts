import * as z from 'zod/mini';
import { paymentMethodParams } from '../cards/payment-method-params.ts';
import { takePaymentMethod } from '../cards/take-payment-method.ts';
import { ApiError } from '../http/api-error.ts';
import { checkParams } from '../http/check-params.ts';
import type { Operation } from '../http/operation.ts';
import { confirmIntent } from './confirm-intent.ts';
import { findForCaller } from './find-for-caller.ts';
import { presentIntent } from './present-intent.ts';

const params = z.strictObject({
  client_secret: z.optional(z.string()),
  payment_method: z.optional(z.string()),
  payment_method_data: z.optional(paymentMethodParams),
  return_url: z.optional(z.string()),
});

/** `POST /v1/payment_intents/{id}/confirm`; a browser needs the client secret. */
export const confirmPaymentIntent: Operation = (call) => {
  const asked = checkParams(params, call.params);
  const intent = findForCaller(call, asked.client_secret);
  const confirmed = confirmIntent(call.books, intent, takePaymentMethod(call, asked));
  return confirmed instanceof ApiError ? confirmed : presentIntent(call.caller, confirmed);
};
