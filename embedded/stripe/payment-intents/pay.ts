import type Stripe from 'stripe';
import { testCardOf } from '../cards/create-payment-method.ts';
import { createCharge } from '../charges/create-charge.ts';
import { completeSession } from '../checkout/complete-session.ts';
import { openDispute } from '../disputes/open-dispute.ts';
import { recordEvent } from '../events/record-event.ts';
import { ApiError, type ErrorBody } from '../http/api-error.ts';
import type { Books } from '../store/store.ts';
import type { StoredIntent } from '../store/tables.ts';

/** How an attempt to pay ended: the intent as it now is, and what refused it, if anything did. */
export interface Attempt {
  intent: StoredIntent;
  refusal: ApiError | null;
}

/**
 * Tries to pay an intent with a payment method: the bank asks for authentication, takes the charge or declines it.
 * The intent goes to requires_action, succeeded or back to requires_payment_method, with the events of that.
 */
export function pay(
  books: Books,
  intent: StoredIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated }: { isAuthenticated: boolean },
): Attempt {
  const { challenges, decline, isDisputed } = testCardOf(method);
  if (challenges && !isAuthenticated) {
    const waiting: StoredIntent = {
      ...intent,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_challenge' } },
      payment_method: method.id,
      status: 'requires_action',
    };
    books.put('payment_intents', waiting);
    recordEvent(books, 'payment_intent.requires_action', waiting);
    return { intent: waiting, refusal: null };
  }
  const charge = createCharge(books, intent, method, decline);
  if (decline) {
    recordEvent(books, 'charge.failed', charge);
    return refuse(books, { ...intent, latest_charge: charge.id }, 402, {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      param: decline.param,
      charge: charge.id,
      payment_method: method,
    });
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
  books.put('payment_intents', paid);
  recordEvent(books, 'charge.succeeded', charge);
  recordEvent(books, 'payment_intent.succeeded', paid);
  completeSession(books, paid, method);
  if (isDisputed) openDispute(books, charge);
  return { intent: paid, refusal: null };
}

/** Ends an attempt whose authentication failed or was abandoned; the intent can be tried again. */
export function failAuthentication(
  books: Books,
  intent: StoredIntent,
  method: Stripe.PaymentMethod,
): Attempt {
  return refuse(books, intent, 400, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  });
}

function refuse(books: Books, intent: StoredIntent, status: number, body: ErrorBody): Attempt {
  const refusal = new ApiError(status, body);
  const failed: StoredIntent = {
    ...intent,
    last_payment_error: refusal.body,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  books.put('payment_intents', failed);
  recordEvent(books, 'payment_intent.payment_failed', failed);
  return { intent: failed, refusal: new ApiError(status, { ...body, payment_intent: failed }) };
}
