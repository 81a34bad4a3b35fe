import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';

/** How an attempt to pay ended, as far as the browser can tell. `stale`: the payment is no longer open, so the ride has changed. */
export type PaymentOutcome =
  | { result: 'charged'; paymentIntentId: string }
  | { result: 'refused'; problem: string }
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

interface CardPayment {
  stripe: Stripe;
  elements: StripeElements;
  /** Absolute; where a bank's own page sends the rider back to. */
  returnUrl: string;
}

/** Has the payment form's card charged. Never throws: whatever goes wrong on the way is a refusal. */
export async function confirmCardPayment({
  stripe,
  elements,
  returnUrl,
}: CardPayment): Promise<PaymentOutcome> {
  try {
    const submitted = await elements.submit();
    if (submitted.error) return outcomeOfError(submitted.error);

    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    });
    if (error) return outcomeOfError(error);
    return TAKEN.includes(paymentIntent.status)
      ? { result: 'charged', paymentIntentId: paymentIntent.id }
      : { result: 'refused', problem: GENERIC };
  } catch {
    return { result: 'refused', problem: GENERIC };
  }
}
