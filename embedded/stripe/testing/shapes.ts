import * as z from 'zod/mini';

const text = z.string();
const int = z.int();
const nullableText = z.nullable(text);
const nullableInt = z.nullable(int);
const id = (prefix: string) => text.check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9]+$`)));
const metadata = z.record(text, text);
/** A field that the simulator always leaves empty. */
const none = z.null();

const address = z.strictObject({
  city: nullableText,
  country: nullableText,
  line1: nullableText,
  line2: nullableText,
  postal_code: nullableText,
  state: nullableText,
});

const billingDetails = z.strictObject({
  address,
  email: nullableText,
  name: nullableText,
  phone: nullableText,
  tax_id: none,
});

const checks = z.strictObject({
  address_line1_check: nullableText,
  address_postal_code_check: nullableText,
  cvc_check: nullableText,
});

const last4 = text.check(z.regex(/^\d{4}$/));

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

/** A charge. */
export const chargeShape = z.strictObject({
  id: id('ch'),
  object: z.literal('charge'),
  amount: int,
  amount_captured: int,
  amount_refunded: int,
  application: none,
  application_fee: none,
  application_fee_amount: none,
  balance_transaction: none,
  billing_details: billingDetails,
  calculated_statement_descriptor: nullableText,
  captured: z.boolean(),
  created: int,
  currency: text,
  customer: none,
  description: nullableText,
  disputed: z.boolean(),
  failure_balance_transaction: none,
  failure_code: nullableText,
  failure_message: nullableText,
  fraud_details: z.strictObject({}),
  livemode: z.literal(false),
  metadata,
  on_behalf_of: none,
  outcome: z.strictObject({
    advice_code: none,
    network_advice_code: none,
    network_decline_code: none,
    network_status: text,
    reason: nullableText,
    risk_level: text,
    risk_score: int,
    seller_message: text,
    type: z.enum(['authorized', 'issuer_declined']),
  }),
  paid: z.boolean(),
  payment_intent: id('pi'),
  payment_method: id('pm'),
  payment_method_details: z.strictObject({
    card: z.strictObject({
      amount_authorized: int,
      authorization_code: none,
      brand: text,
      checks,
      country: text,
      electronic_commerce_indicator: none,
      exp_month: int,
      exp_year: int,
      extended_authorization: z.strictObject({ status: text }),
      fingerprint: text,
      funding: text,
      incremental_authorization: z.strictObject({ status: text }),
      installments: none,
      last4,
      mandate: none,
      multicapture: z.strictObject({ status: text }),
      network: text,
      network_token: z.strictObject({ used: z.boolean() }),
      network_transaction_id: none,
      overcapture: z.strictObject({ maximum_amount_capturable: int, status: text }),
      regulated_status: nullableText,
      three_d_secure: none,
      transaction_link_id: none,
      wallet: none,
    }),
    type: z.literal('card'),
  }),
  receipt_email: nullableText,
  receipt_number: none,
  receipt_url: none,
  refunded: z.boolean(),
  review: none,
  shipping: none,
  source: none,
  source_transfer: none,
  statement_descriptor: none,
  statement_descriptor_suffix: nullableText,
  status: z.enum(['failed', 'succeeded']),
  transfer_data: none,
  transfer_group: none,
});

const errorFields = {
  type: z.enum(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
  message: text,
  code: z.optional(text),
  decline_code: z.optional(text),
  param: z.optional(text),
  charge: z.optional(id('ch')),
  doc_url: z.optional(text.check(z.regex(/^https:\/\/stripe\.com\/docs\/error-codes\/[a-z0-9-]+$/))),
  payment_method: z.optional(paymentMethodShape),
};

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
  metadata,
  payment_intent: z.union([id('pi'), paymentIntentShape]),
  payment_method: id('pm'),
  reason: nullableText,
  receipt_number: none,
  source_transfer_reversal: none,
  status: z.literal('succeeded'),
  transfer_reversal: none,
});

/** A Checkout Session, with its intent by id or expanded. */
export const sessionShape = z.strictObject({
  id: id('cs_test'),
  object: z.literal('checkout.session'),
  adaptive_pricing: z.strictObject({ enabled: z.boolean() }),
  after_expiration: none,
  allow_promotion_codes: none,
  allowed_payment_method_types: none,
  amount_subtotal: int,
  amount_total: int,
  automatic_tax: z.strictObject({ enabled: z.boolean(), liability: none, provider: none, status: none }),
  billing_address_collection: none,
  cancel_url: nullableText,
  client_reference_id: nullableText,
  client_secret: none,
  collected_information: none,
  consent: none,
  consent_collection: none,
  created: int,
  currency: z.literal('usd'),
  currency_conversion: none,
  custom_fields: z.tuple([]),
  custom_text: z.strictObject({
    after_submit: none,
    shipping_address: none,
    submit: none,
    terms_of_service_acceptance: none,
  }),
  customer: none,
  customer_account: none,
  customer_creation: text,
  customer_details: z.nullable(
    z.strictObject({
      address,
      business_name: none,
      email: nullableText,
      individual_name: none,
      name: none,
      phone: none,
      tax_exempt: text,
      tax_ids: z.tuple([]),
    }),
  ),
  customer_email: nullableText,
  discounts: z.tuple([]),
  expires_at: int,
  integration_identifier: none,
  invoice: none,
  invoice_creation: none,
  livemode: z.literal(false),
  locale: none,
  managed_payments: z.strictObject({ enabled: z.boolean() }),
  metadata,
  mode: z.literal('payment'),
  origin_context: none,
  payment_intent: z.nullable(z.union([id('pi'), paymentIntentShape])),
  payment_link: none,
  payment_method_collection: text,
  payment_method_configuration_details: none,
  payment_method_options: z.strictObject({ card: z.strictObject({ request_three_d_secure: text }) }),
  payment_method_types: z.tuple([z.literal('card')]),
  payment_status: z.enum(['paid', 'unpaid']),
  permissions: none,
  phone_number_collection: z.strictObject({ enabled: z.boolean() }),
  recovered_from: none,
  saved_payment_method_options: none,
  setup_intent: none,
  shipping_address_collection: none,
  shipping_cost: none,
  shipping_options: z.tuple([]),
  status: z.enum(['open', 'complete', 'expired']),
  submit_type: nullableText,
  subscription: none,
  success_url: text,
  total_details: z.strictObject({ amount_discount: int, amount_shipping: int, amount_tax: int }),
  ui_mode: z.literal('hosted_page'),
  url: z.nullable(z.url()),
  wallet_options: none,
});

const objectShape = z.discriminatedUnion('object', [
  paymentIntentShape,
  chargeShape,
  refundShape,
  sessionShape,
]);

/** An event; the object in it is the one its type speaks of. */
export const eventShape = z
  .strictObject({
    id: id('evt'),
    object: z.literal('event'),
    api_version: z.literal('2026-10-28.endive'),
    created: int,
    data: z.strictObject({ object: objectShape }),
    livemode: z.literal(false),
    pending_webhooks: int.check(z.minimum(0)),
    request: z.nullable(z.strictObject({ id: nullableText, idempotency_key: nullableText })),
    type: text,
  })
  .check(z.refine(({ type, data }) => type.startsWith(`${data.object.object}.`)));

/** A refusal. */
export const errorShape = z.strictObject({
  error: z.strictObject({ ...errorFields, payment_intent: z.optional(paymentIntentShape) }),
});

const listShape = z.strictObject({
  object: z.literal('list'),
  data: z.array(z.discriminatedUnion('object', [objectShape, eventShape])),
  has_more: z.boolean(),
  url: text.check(z.startsWith('/v1/')),
});

/** Anything the API answers with success. */
export const replyShape = z.discriminatedUnion('object', [objectShape, eventShape, listShape]);
