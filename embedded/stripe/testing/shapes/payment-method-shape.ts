import * as z from 'zod/mini';
import { billingDetails, checks, id, int, last4, metadata, none, text } from './field-shapes.ts';

/** A payment method, as a reply holds it when expanded. */
export const paymentMethodShape = z.strictObject({
  id: id('pm'),
  object: z.literal('payment_method'),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']),
  billing_details: billingDetails,
  card: z.strictObject({
    brand: text,
    checks,
    country: text,
    display_brand: text,
    exp_month: int,
    exp_year: int,
    fingerprint: text.check(z.length(16)),
    funding: z.enum(['credit', 'debit']),
    generated_from: none,
    last4,
    networks: z.strictObject({ available: z.array(text), preferred: none }),
    regulated_status: z.nullable(z.enum(['regulated', 'unregulated'])),
    three_d_secure_usage: z.strictObject({ supported: z.boolean() }),
    wallet: none,
  }),
  created: int,
  customer: none,
  customer_account: none,
  livemode: z.literal(false),
  metadata,
  type: z.literal('card'),
});
