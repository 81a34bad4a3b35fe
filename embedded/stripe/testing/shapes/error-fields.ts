import * as z from 'zod/mini';
import { id, text } from './field-shapes.ts';
import { paymentMethodShape } from './payment-method-shape.ts';

/** What a refusal tells, as the reply to a call and as the last error of an intent. */
export const errorFields = {
  type: z.enum(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
  message: text,
  code: z.optional(text),
  decline_code: z.optional(text),
  param: z.optional(text),
  charge: z.optional(id('ch')),
  doc_url: z.optional(text.check(z.regex(/^https:\/\/stripe\.com\/docs\/error-codes\/[a-z0-9-]+$/))),
  payment_method: z.optional(paymentMethodShape),
};
