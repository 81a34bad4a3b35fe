import * as z from 'zod/mini';
import { takePaymentMethod } from '../cards/take-payment-method.ts';
import { checkParams, flag } from '../http/check-params.ts';
import type { Operation } from '../http/operation.ts';
import { addIntent } from './add-intent.ts';
import { applyMetadata } from './apply-metadata.ts';
import { confirmIntent } from './confirm-intent.ts';
import { amountParam, currencyParam, describingParams } from './intent-params.ts';

const params = z.strictObject({
  ...describingParams,
  amount: amountParam,
  currency: currencyParam,
  automatic_payment_methods: z.optional(z.strictObject({ enabled: flag })),
  capture_method: z.optional(z.enum(['automatic', 'automatic_async'])),
  confirm: z.optional(flag),
  payment_method: z.optional(z.string()),
  return_url: z.optional(z.string()),
});

/** `POST /v1/payment_intents` */
export const createPaymentIntent: Operation = (call) => {
  const asked = checkParams(params, call.params);
  const method = takePaymentMethod(call, asked);
  const intent = addIntent(call.books, {
    amount: asked.amount,
    capture_method: asked.capture_method ?? 'automatic_async',
    description: asked.description ?? null,
    metadata: applyMetadata({}, asked.metadata),
  });
  if (asked.confirm) return confirmIntent(call.books, intent, method);
  if (!method) return intent;
  const chosen = { ...intent, payment_method: method.id, status: 'requires_confirmation' as const };
  call.books.put('payment_intents', chosen);
  return chosen;
};
