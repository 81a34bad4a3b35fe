import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';

/**
 * The outcome of a payment attempt, as far as the browser knows. `stale`: the payment is no longer open,
 * because the ride has changed.
 */
export type PaymentOutcome =
  | { result: 'charged'; paymentIntentId: string }
  | { result: 'refused'; problem: string; title?: string }
  | { result: 'stale' };

/** Payment statuses that need no further action by the rider: the server takes over. */
const TAKEN = ['succeeded', 'processing', 'requires_capture'];

const GENERIC = 'Something went wrong with the payment. Please try again.';

/** Returns Stripe's message when it is meant for the payer, and a generic one otherwise. */
function problemOf({ type, code, message }: StripeError): string {
  const isForPeople =
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';
  return (isForPeople && message) || GENERIC;
}

function outcomeOfError(error: StripeError): PaymentOutcome {
  const intent = error.payment_intent;
  if (intent && TAKEN.includes(intent.status)) return { result: 'charged', paymentIntentId: intent.id };
  if (error.code === 'payment_intent_unexpected_state') return { result: 'stale' };
  return { result: 'refused', problem: problemOf(error) };
}

/** A check of the card before it is charged, for a form that is not bound to a client secret. */
export interface CardCheck {
  clientSecret: string;
  /** Rejects with the reason when the card must not be charged. */
  check: (confirmationTokenId: string) => Promise<void>;
}

interface CardPayment {
  stripe: Stripe;
  elements: StripeElements;
  /** Null when the form is bound to the client secret. */
  checked: CardCheck | null;
  /** Absolute URL that a bank's authentication page redirects back to. */
  returnUrl: string;
}

/** Charges the card in the payment form. Never throws: any error is returned as a refusal. */
export async function confirmCardPayment({
  stripe,
  elements,
  checked,
  returnUrl,
}: CardPayment): Promise<PaymentOutcome> {
  try {
    const submitted = await elements.submit();
    if (submitted.error) return outcomeOfError(submitted.error);

    const return_url = returnUrl;
    if (!checked) {
      return outcomeOf(
        await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' }),
      );
    }
    const { error, confirmationToken } = await stripe.createConfirmationToken({ elements });
    if (error) return outcomeOfError(error);
    const refusal = await refusalOf(checked.check(confirmationToken.id));
    if (refusal) return refusal;
    return outcomeOf(
      await stripe.confirmPayment({
        clientSecret: checked.clientSecret,
        confirmParams: { confirmation_token: confirmationToken.id, return_url },
        redirect: 'if_required',
      }),
    );
  } catch {
    return { result: 'refused', problem: GENERIC };
  }
}

function outcomeOf({ error, paymentIntent }: PaymentIntentResult): PaymentOutcome {
  if (error) return outcomeOfError(error);
  return TAKEN.includes(paymentIntent.status)
    ? { result: 'charged', paymentIntentId: paymentIntent.id }
    : { result: 'refused', problem: GENERIC };
}

/** Returns why a card must not be charged (specification section 8, Promo rejected); null when it may be. */
async function refusalOf(check: Promise<void>): Promise<PaymentOutcome | null> {
  try {
    await check;
    return null;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'INVALID_REQUEST';
    const problem = messageOf(error, GENERIC);
    return { result: 'refused', problem, ...(isRefused && { title: 'Invalid promo code' }) };
  }
}
