import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';

/** How an attempt to pay ended, as far as the browser can tell. `stale`: the payment is no longer open, so the ride has changed. */
export type PaymentOutcome =
  | { result: 'charged'; paymentIntentId: string }
  | { result: 'refused'; problem: string; title?: string }
  | { result: 'stale' };

/** Statuses of a payment that need nothing more from the rider: the server takes over. */
const TAKEN = ['succeeded', 'processing', 'requires_capture'];

const GENERIC = 'Something went wrong with the payment. Please try again.';

/** The provider's message where it is meant for the person who pays; its other errors are not. */
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

/** A card that is asked about before it is charged, of a payment whose secret its form does not have. */
export interface CardCheck {
  clientSecret: string;
  /** Rejects with the reason when the card is not to be charged. */
  check: (confirmationTokenId: string) => Promise<void>;
}

interface CardPayment {
  stripe: Stripe;
  elements: StripeElements;
  /** Null for a form that has the secret of its payment. */
  checked: CardCheck | null;
  /** Absolute; where a bank's own page sends the rider back to. */
  returnUrl: string;
}

/** Has the payment form's card charged. Never throws: whatever goes wrong on the way is a refusal. */
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

/** Why a card is not to be charged (specification section 8, Promo rejected); null when it may be. */
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
