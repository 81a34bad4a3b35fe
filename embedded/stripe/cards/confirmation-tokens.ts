import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { ApiError, type Call, findOrFail, type Operation } from '../http/operation.ts';
import { checkParams } from '../http/params.ts';
import { newId, type StoredConfirmationToken } from '../store/tables.ts';
import { paymentMethodParams, resolvePaymentMethod } from './payment-methods.ts';

/** In seconds. */
const LIFETIME = 12 * 3600;

/**
 * Handles `POST /v1/confirmation_tokens`, called by Stripe.js for a page, and the test helper of the same
 * name for servers. Stores the form's values so that they can be inspected before a charge.
 */
export const createConfirmationToken: Operation = (call) => {
  const { return_url, ...choice } = checkParams(createParams, call.params);
  const method = resolvePaymentMethod(call, choice);
  if (!method) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message: 'Missing required param: payment_method_data.',
      param: 'payment_method_data',
    });
  }
  const { allow_redisplay, billing_details, card, type } = method;
  const token: StoredConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: call.tx.now,
    expires_at: call.tx.now + LIFETIME,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      allow_redisplay,
      billing_details,
      card,
      customer: null,
      customer_account: null,
      type,
    },
    return_url: return_url ?? null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: call.caller === 'publishable',
    methodId: method.id,
  };
  call.tx.put('confirmation_tokens', token);
  return presentToken(token);
};

/** `GET /v1/confirmation_tokens/{id}` */
export const retrieveConfirmationToken: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  return presentToken(findOrFail(tx, 'confirmation_tokens', id));
};

/**
 * Uses up a token and returns its payment method. A token can confirm one intent, before it expires.
 * @throws ApiError 404 resource_missing, 400 if it is used or expired
 */
export function spendConfirmationToken({ tx }: Call, id: string, intentId: string): Stripe.PaymentMethod {
  const token = findOrFail(tx, 'confirmation_tokens', id);
  if (token.payment_intent !== null || (token.expires_at ?? 0) <= tx.now) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `This ConfirmationToken (${id}) has already been used or has expired.`,
      param: 'confirmation_token',
    });
  }
  tx.put('confirmation_tokens', { ...token, expires_at: null, payment_intent: intentId });
  return findOrFail(tx, 'payment_methods', token.methodId);
}

const createParams = z.strictObject({
  payment_method: z.optional(z.string()),
  payment_method_data: z.optional(paymentMethodParams),
  return_url: z.optional(z.string()),
});

const presentToken = ({ methodId: _methodId, ...token }: StoredConfirmationToken) => token;
