import * as z from 'zod/mini';
import { chargeShape } from './charge-shape.ts';
import { errorFields } from './error-fields.ts';
import { id, int, metadata, none, nullableInt, nullableText, text } from './field-shapes.ts';
import { paymentMethodShape } from './payment-method-shape.ts';

/** A payment intent, with charge and payment method by id or expanded. */
export const paymentIntentShape = z.strictObject({
  id: id('pi'),
  object: z.literal('payment_intent'),
  allowed_payment_method_types: none,
  amount: int.check(z.minimum(50)),
  amount_capturable: int,
  amount_details: z.strictObject({ tip: z.strictObject({}) }),
  amount_received: int,
  application: none,
  application_fee_amount: none,
  automatic_payment_methods: z.strictObject({ allow_redirects: text, enabled: z.boolean() }),
  canceled_at: nullableInt,
  cancellation_reason: nullableText,
  capture_method: z.enum(['automatic', 'automatic_async']),
  client_secret: text.check(z.regex(/^pi_[A-Za-z0-9]{24}_secret_[A-Za-z0-9]{25}$/)),
  confirmation_method: z.literal('automatic'),
  created: int,
  currency: z.literal('usd'),
  customer: none,
  customer_account: none,
  description: nullableText,
  excluded_payment_method_types: none,
  last_payment_error: z.nullable(z.strictObject(errorFields)),
  latest_charge: z.nullable(z.union([id('ch'), chargeShape])),
  livemode: z.literal(false),
  managed_payments: z.strictObject({ enabled: z.boolean() }),
  metadata,
  next_action: z.nullable(
    z.strictObject({ type: z.literal('use_stripe_sdk'), use_stripe_sdk: z.record(text, text) }),
  ),
  on_behalf_of: none,
  payment_method: z.nullable(z.union([id('pm'), paymentMethodShape])),
  payment_method_configuration_details: none,
  payment_method_options: z.strictObject({
    card: z.strictObject({
      installments: none,
      mandate_options: none,
      network: none,
      request_three_d_secure: text,
    }),
  }),
  payment_method_types: z.tuple([z.literal('card')]),
  payment_record: none,
  processing: none,
  receipt_email: nullableText,
  review: none,
  setup_future_usage: none,
  shipping: none,
  source: none,
  statement_descriptor: none,
  statement_descriptor_suffix: nullableText,
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'succeeded',
    'canceled',
  ]),
  transfer_data: none,
  transfer_group: none,
});
