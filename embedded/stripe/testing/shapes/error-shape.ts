import * as z from 'zod/mini';
import { errorFields } from './error-fields.ts';
import { paymentIntentShape } from './payment-intent-shape.ts';

/** A refusal. */
export const errorShape = z.strictObject({
  error: z.strictObject({ ...errorFields, payment_intent: z.optional(paymentIntentShape) }),
});
