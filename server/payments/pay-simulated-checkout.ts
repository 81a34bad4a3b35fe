interface CheckoutPayment {
  /** Address of the Stripe simulator. */
  simulator: string;
  publishableKey: string;
  sessionId: string;
  /** Email address of the payer. */
  email: string;
  /** Number of a test card. By default one that is accepted. */
  number?: string;
}

/**
 * Pays a checkout at the Stripe simulator with a test card, as its hosted page does. At Stripe itself only a
 * browser can pay one.
 *
 * @returns the simulator's reply
 * @throws Error when the payment is refused
 */
export async function paySimulatedCheckout({
  simulator,
  publishableKey,
  sessionId,
  email,
  number = '4242424242424242',
}: CheckoutPayment): Promise<unknown> {
  const reply = await fetch(new URL(`/sim/checkout/${sessionId}/pay`, simulator), {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2039',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': email,
    }),
  });
  if (!reply.ok) throw new Error(`The simulator answered a checkout with ${reply.status}.`);
  return reply.json();
}
