import * as z from 'zod/mini';
import { chargeShape } from './charge-shape.ts';
import { id, int, metadata, none, nullableText, text } from './field-shapes.ts';
import { paymentIntentShape } from './payment-intent-shape.ts';

/** A refund, with charge and intent by id or expanded. */
export const refundShape = z.strictObject({
  id: id('re'),
  object: z.literal('refund'),
  amount: int.check(z.minimum(1)),
  balance_transaction: none,
  charge: z.union([id('ch'), chargeShape]),
  created: int,
  currency: z.literal('usd'),
  customer: none,
  customer_account: none,
  destination_details: z.strictObject({
    card: z.strictObject({ reference_status: text, reference_type: text, type: text }),
    type: z.literal('card'),
  }),
  failure_reason: z.optional(z.literal('expired_or_canceled_card')),
  metadata,
  payment_intent: z.union([id('pi'), paymentIntentShape]),
  payment_method: id('pm'),
  reason: nullableText,
  receipt_number: none,
  source_transfer_reversal: none,
  status: z.enum(['succeeded', 'failed']),
  transfer_reversal: none,
});
