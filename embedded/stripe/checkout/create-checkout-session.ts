import * as z from 'zod/mini';
import { ApiError, ParameterError } from '../http/api-error.ts';
import { checkParams, integer, metadataParam } from '../http/check-params.ts';
import type { Operation } from '../http/operation.ts';
import { applyMetadata } from '../payment-intents/apply-metadata.ts';
import { currencyParam, describingParams } from '../payment-intents/intent-params.ts';
import { newId } from '../store/new-id.ts';
import type { StoredSession } from '../store/tables.ts';
import { sessionUrl } from './session-url.ts';

const urlParam = z
  .string()
  .check(
    z.refine((text) => URL.canParse(text), { error: 'Not a valid URL', params: { code: 'url_invalid' } }),
  );

const countParam = z.pipe(
  integer,
  z.number().check(
    z.refine((value) => value >= 1, {
      error: 'This value must be greater than or equal to 1.',
      params: { code: 'parameter_invalid_integer' },
    }),
  ),
);

const params = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: countParam,
        price_data: z.strictObject({
          currency: currencyParam,
          unit_amount: countParam,
          product_data: z.strictObject({ name: z.string() }),
        }),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
  success_url: urlParam,
  cancel_url: z.optional(urlParam),
  expires_at: z.optional(integer),
  metadata: z.optional(metadataParam),
  payment_intent_data: z.optional(z.strictObject(describingParams)),
});

const HALF_AN_HOUR = 1_800;
const DAY = 86_400;

/** `POST /v1/checkout/sessions`, whose page is at `origin`; a session can be paid until it expires, within a day. */
export function createCheckoutSession(origin: () => string): Operation {
  return ({ books, params: given }) => {
    const asked = checkParams(params, given);
    const lines = asked.line_items.map(({ quantity, price_data }) => ({
      name: price_data.product_data.name,
      quantity,
      amount: quantity * price_data.unit_amount,
    }));
    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    if (total < 50) {
      throw new ApiError(400, {
        type: 'invalid_request_error',
        code: 'amount_too_small',
        message: "The Checkout Session's total amount must be at least $0.50 usd.",
      });
    }
    const expires_at = asked.expires_at ?? books.now + DAY;
    if (expires_at < books.now + HALF_AN_HOUR || expires_at > books.now + DAY) {
      throw new ParameterError(
        'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
        undefined,
        'expires_at',
      );
    }
    const id = newId('cs_test', 58);
    const session: StoredSession = {
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: false },
      after_expiration: null,
      allow_promotion_codes: null,
      allowed_payment_method_types: null,
      amount_subtotal: total,
      amount_total: total,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: null,
      cancel_url: asked.cancel_url ?? null,
      client_reference_id: null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: books.now,
      currency: 'usd',
      currency_conversion: null,
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      customer: null,
      customer_account: null,
      customer_creation: 'if_required',
      customer_details: null,
      customer_email: null,
      discounts: [],
      expires_at,
      integration_identifier: null,
      invoice: null,
      invoice_creation: null,
      livemode: false,
      locale: null,
      managed_payments: { enabled: false },
      metadata: applyMetadata({}, asked.metadata),
      mode: 'payment',
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'if_required',
      payment_method_configuration_details: null,
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      permissions: null,
      phone_number_collection: { enabled: false },
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: asked.success_url,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: sessionUrl(origin(), id),
      wallet_options: null,
    };
    const data = asked.payment_intent_data;
    books.put('sessions', session);
    books.put('session_details', {
      id,
      lines,
      intent: {
        amount: total,
        capture_method: 'automatic_async',
        description: data?.description ?? null,
        metadata: applyMetadata({}, data?.metadata),
      },
    });
    return session;
  };
}
