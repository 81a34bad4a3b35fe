import Stripe from 'stripe';

/** The refusal that a call ends with, as the official client gives it. Fails when the call succeeds. */
export async function refused(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, rawType, code, decline_code, param, message, statusCode, payment_intent } = error;
  return { type, rawType, code, decline_code, param, message, statusCode, payment_intent };
}
