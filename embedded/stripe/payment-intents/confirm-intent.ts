import type Stripe from 'stripe';
import type { ApiError } from '../http/api-error.ts';
import type { Books } from '../store/store.ts';
import type { StoredIntent } from '../store/tables.ts';
import { pay } from './pay.ts';
import { unexpectedState } from './unexpected-state.ts';

/**
 * Confirms an intent with a payment method, or with the one it already has.
 * @returns the intent, or the refusal of the card
 * @throws ApiError payment_intent_unexpected_state
 */
export function confirmIntent(
  books: Books,
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
    method ?? (intent.payment_method ? books.get('payment_methods', intent.payment_method) : undefined);
  if (!chosen) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const attempt = pay(books, intent, chosen, { isAuthenticated: false });
  return attempt.refusal ?? attempt.intent;
}
