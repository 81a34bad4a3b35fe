import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { spendConfirmationToken } from '../cards/confirmation-tokens.ts';
import { paymentMethodParams, resolvePaymentMethod } from '../cards/payment-methods.ts';
import { testCardOf } from '../cards/test-cards.ts';
import { completeSession } from '../checkout/stored-session.ts';
import { emitEvent } from '../events/events.ts';
import { ApiError, findOrFail, type Operation } from '../http/operation.ts';
import { checkParams } from '../http/params.ts';
import type { StoredIntent } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';
import { createCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { findForCaller, presentIntent, unexpectedState } from './stored-intent.ts';

/** Handles `POST /v1/payment_intents/{id}/confirm`. Browsers must send the client secret. */
export const confirmPaymentIntent: Operation = (call) => {
  const params = checkParams(confirmParams, call.params);
  const intent = findForCaller(call, params.client_secret);
  const method = params.confirmation_token
    ? spendConfirmationToken(call, params.confirmation_token, intent.id)
    : resolvePaymentMethod(call, params);
  const confirmed = confirmIntent(call.tx, intent, method);
  return confirmed instanceof ApiError ? confirmed : presentIntent(call.caller, confirmed);
};

/**
 * Handles `POST /sim/3ds/{id}`: the outcome of a 3-D Secure challenge. Replies with the intent. A failure is
 * in its `last_payment_error`, as at Stripe.
 */
export const finishAuthentication: Operation = (call) => {
  const { client_secret, outcome } = checkParams(authenticationParams, call.params);
  const intent = findForCaller(call, client_secret);
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw unexpectedState(
      intent,
      `This PaymentIntent has a status of ${intent.status}: no action is pending.`,
    );
  }
  const method = findOrFail(call.tx, 'payment_methods', intent.payment_method);
  const attempt =
    outcome === 'complete'
      ? pay(call.tx, intent, { method, isAuthenticated: true })
      : failAuthentication(call.tx, intent, method);
  return presentIntent(call.caller, attempt.intent);
};

const confirmParams = z.strictObject({
  client_secret: z.optional(z.string()),
  confirmation_token: z.optional(z.string()),
  payment_method: z.optional(z.string()),
  payment_method_data: z.optional(paymentMethodParams),
  return_url: z.optional(z.string()),
});

const authenticationParams = z.strictObject({
  client_secret: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

/**
 * Confirms an intent with `method`, or with its existing payment method.
 * @returns the intent, or the error of a declined card
 * @throws ApiError payment_intent_unexpected_state
 */
export function confirmIntent(
  tx: Transaction,
  intent: StoredIntent,
  method: Stripe.PaymentMethod | undefined,
): StoredIntent | ApiError {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    );
  }
  const chosen =
    method ?? (intent.payment_method ? tx.get('payment_methods', intent.payment_method) : undefined);
  if (!chosen) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const attempt = pay(tx, intent, { method: chosen, isAuthenticated: false });
  return attempt.error ?? attempt.intent;
}

/** The result of a payment attempt: the updated intent, and the error if it failed. */
interface Attempt {
  intent: StoredIntent;
  error: ApiError | null;
}

/**
 * Attempts a payment: the card requires 3-D Secure, is charged or is declined. The intent becomes
 * requires_action, succeeded or requires_payment_method, and the corresponding events are emitted.
 */
export function pay(
  tx: Transaction,
  intent: StoredIntent,
  { method, isAuthenticated }: { method: Stripe.PaymentMethod; isAuthenticated: boolean },
): Attempt {
  const { challenges, decline, disputedBy } = testCardOf(method);
  if (challenges && !isAuthenticated) {
    const challenged: StoredIntent = {
      ...intent,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_challenge' } },
      payment_method: method.id,
      status: 'requires_action',
    };
    tx.put('payment_intents', challenged);
    emitEvent(tx, 'payment_intent.requires_action', challenged);
    return { intent: challenged, error: null };
  }
  const charge = createCharge(tx, intent, { method, decline });
  if (decline) {
    emitEvent(tx, 'charge.failed', charge);
    return failPayment(
      tx,
      { ...intent, latest_charge: charge.id },
      new ApiError(402, {
        type: 'card_error',
        code: decline.code,
        decline_code: decline.declineCode,
        message: decline.message,
        param: decline.param,
        charge: charge.id,
        payment_method: method,
      }),
    );
  }
  const paid: StoredIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  };
  tx.put('payment_intents', paid);
  emitEvent(tx, 'charge.succeeded', charge);
  emitEvent(tx, 'payment_intent.succeeded', paid);
  completeSession(tx, paid, method);
  if (disputedBy) openDispute(tx, charge, disputedBy);
  return { intent: paid, error: null };
}

/** Fails an attempt whose authentication failed or was abandoned. The intent can be paid again. */
function failAuthentication(tx: Transaction, intent: StoredIntent, method: Stripe.PaymentMethod): Attempt {
  return failPayment(
    tx,
    intent,
    new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method,
    }),
  );
}

function failPayment(tx: Transaction, intent: StoredIntent, { status, body }: ApiError): Attempt {
  const failed: StoredIntent = {
    ...intent,
    last_payment_error: body,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  tx.put('payment_intents', failed);
  emitEvent(tx, 'payment_intent.payment_failed', failed);
  return { intent: failed, error: new ApiError(status, { ...body, payment_intent: failed }) };
}
