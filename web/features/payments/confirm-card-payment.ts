import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';

/** The outcome of a payment attempt, as far as the browser knows. `charged` means the card, by Stripe. */
export type PaymentOutcome =
  | { result: 'charged'; paymentIntentId: string }
  /** This attempt charged nothing. `isUnsent`: it did not reach the confirmation of the payment. */
  | { result: 'refused'; problem: string; title?: string; isUnsent?: true }
  /** The confirmation was not answered: the card may have been charged. */
  | { result: 'unsure' }
  /** The payment is no longer open, because the ride has changed. */
  | { result: 'stale' };

/** Why an attempt did not succeed, in words. `isUnsure`: the card may have been charged. */
export interface PaymentProblem {
  title: string;
  text: string;
  isUnsure: boolean;
}

/** Another confirmation of the same payment is safe: Stripe charges a payment at most once. */
const UNSURE: PaymentProblem = {
  title: 'Payment not confirmed',
  text: 'The payment provider did not answer, so your card may have been charged. Press the button again: you won’t be charged twice.',
  isUnsure: true,
};

/** Says why an attempt did not succeed. @param before the problem of the attempt before it, if any */
export function problemOf(
  outcome: Extract<PaymentOutcome, { result: 'refused' | 'unsure' }>,
  before: PaymentProblem | null,
): PaymentProblem {
  if (outcome.result === 'unsure') return UNSURE;
  const { problem, isUnsent } = outcome;
  if (isUnsent && before?.isUnsure) return { ...UNSURE, text: `${problem} ${UNSURE.text}` };
  return { title: 'Payment Failed', text: `${problem} You have not been charged.`, isUnsure: false };
}

/** Payment statuses that need no further action by the rider: the server takes over. */
const TAKEN = ['succeeded', 'processing', 'requires_capture'];

const GENERIC = 'Something went wrong with the payment. Please try again.';

/** Returns Stripe's message when it is meant for the payer, and a generic one otherwise. */
function messageForPayer({ type, code, message }: StripeError): string {
  const isForPeople =
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';
  return (isForPeople && message) || GENERIC;
}

function outcomeOfError(error: StripeError): PaymentOutcome {
  const intent = error.payment_intent;
  if (intent && TAKEN.includes(intent.status)) return { result: 'charged', paymentIntentId: intent.id };
  if (error.code === 'payment_intent_unexpected_state') return { result: 'stale' };
  if (NOT_ANSWERED.includes(error.type) || error.code === 'lock_timeout') return { result: 'unsure' };
  return { result: 'refused', problem: messageForPayer(error) };
}

/** Errors of a confirmation that may have been carried out. */
const NOT_ANSWERED: readonly StripeError['type'][] = ['api_connection_error', 'api_error'];

/** A check of the card before it is charged, for a form that is not bound to a client secret. */
export interface CardCheck {
  clientSecret: string;
  /** Rejects with the reason when the card must not be charged. */
  check: (confirmationTokenId: string) => Promise<void>;
}

interface CardPaymentOptions {
  stripe: Stripe;
  elements: StripeElements;
  /** Null when the form is bound to the client secret. */
  checked: CardCheck | null;
  /** Absolute URL that a bank's authentication page redirects back to. */
  returnUrl: string;
}

/** Charges the card in the payment form. Never throws: any error is returned as an outcome. */
export async function confirmCardPayment({
  stripe,
  elements,
  checked,
  returnUrl,
}: CardPaymentOptions): Promise<PaymentOutcome> {
  try {
    const submitted = await elements.submit();
    if (submitted.error) return unsent(messageForPayer(submitted.error));

    const return_url = returnUrl;
    if (!checked) {
      return outcomeOf(
        stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' }),
      );
    }
    const { error, confirmationToken } = await stripe.createConfirmationToken({ elements });
    if (error) return unsent(messageForPayer(error));
    const refusal = await refusalOf(checked.check(confirmationToken.id));
    if (refusal) return refusal;
    return outcomeOf(
      stripe.confirmPayment({
        clientSecret: checked.clientSecret,
        confirmParams: { confirmation_token: confirmationToken.id, return_url },
        redirect: 'if_required',
      }),
    );
  } catch {
    return unsent(GENERIC);
  }
}

const unsent = (problem: string): PaymentOutcome => ({ result: 'refused', problem, isUnsent: true });

async function outcomeOf(confirming: Promise<PaymentIntentResult>): Promise<PaymentOutcome> {
  const answer = await confirming.catch(() => null);
  if (!answer) return { result: 'unsure' };
  const { error, paymentIntent } = answer;
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
    return {
      result: 'refused',
      problem: messageOf(error, GENERIC),
      isUnsent: true,
      ...(isRefused && { title: 'Invalid promo code' }),
    };
  }
}
