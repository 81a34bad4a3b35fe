import * as z from 'zod/mini';
import { paymentMethodParams, resolvePaymentMethod } from '../cards/payment-methods.ts';
import { ApiError, findOrFail, type Operation, ParameterError } from '../http/operation.ts';
import {
  applyMetadata,
  checkParams,
  currencyParam,
  describingParams,
  integer,
  metadataParam,
} from '../http/params.ts';
import { pay } from '../payments/confirm-payment-intent.ts';
import { addIntent, presentIntent } from '../payments/stored-intent.ts';
import { newId } from '../store/tables.ts';
import { addSession, expireSession, successUrl } from './stored-session.ts';

/** Handles `POST /v1/checkout/sessions`. `origin` is that of the simulator, which serves the hosted page. */
export function createCheckoutSession(origin: () => string): Operation {
  return ({ tx, params: input }) => {
    const params = checkParams(createParams, input);
    const lines = params.line_items.map(({ quantity, price_data }) => ({
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
    const expires_at = params.expires_at ?? tx.now + DAY;
    if (expires_at < tx.now + HALF_AN_HOUR || expires_at > tx.now + DAY) {
      throw new ParameterError(
        'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
        undefined,
        'expires_at',
      );
    }
    const session = addSession(tx, {
      id: newId('cs_test', 58),
      total,
      expires_at,
      metadata: applyMetadata({}, params.metadata),
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      origin: origin(),
    });
    const data = params.payment_intent_data;
    tx.put('session_details', {
      id: session.id,
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

/** `GET /v1/checkout/sessions/{id}` */
export const retrieveCheckoutSession: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  return findOrFail(tx, 'sessions', id);
};

/** `POST /v1/checkout/sessions/{id}/expire`, for open sessions only. */
export const expireCheckoutSession: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  const session = findOrFail(tx, 'sessions', id);
  if (session.status === 'open') return expireSession(tx, session);
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  });
};

/**
 * Handles `POST /sim/checkout/{id}/pay` for the hosted page. Replies with the intent, which may require 3-D
 * Secure, and the URL to redirect to after the payment.
 */
export const payCheckoutSession: Operation = (call) => {
  const { tx, caller } = call;
  const params = checkParams(payParams, call.params);
  const session = findOrFail(tx, 'sessions', call.id);
  const details = tx.get('session_details', session.id);
  if (session.status !== 'open' || !details) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `This Checkout Session has a status of ${session.status} and can no longer be paid.`,
    });
  }
  const method = resolvePaymentMethod(call, params);
  if (!method) throw new Error('payment_method_data is required');
  const previous = session.payment_intent ? tx.get('payment_intents', session.payment_intent) : undefined;
  const intent = previous ?? addIntent(tx, details.intent);
  tx.put('sessions', { ...session, payment_intent: intent.id });
  const attempt = pay(tx, intent, { method, isAuthenticated: false });
  return attempt.error ?? { intent: presentIntent(caller, attempt.intent), success_url: successUrl(session) };
};

const HALF_AN_HOUR = 1_800;
const DAY = 86_400;

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

const createParams = z.strictObject({
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

const payParams = z.strictObject({ payment_method_data: paymentMethodParams });
