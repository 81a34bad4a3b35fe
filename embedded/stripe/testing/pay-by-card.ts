/**
 * Pays as Stripe.js does, by default with a valid card.
 *
 * @param stripe Origin of the payment provider.
 * @returns the payment, and its amount in cents
 * @throws Error if it cannot be paid
 */
export async function payByCard(
  stripe: string,
  clientSecret: string,
  number = '4242424242424242',
): Promise<{ id: string; amount: number }> {
  const [intentId = ''] = clientSecret.split('_secret');
  const reply = await fetch(`${stripe}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_simulator' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!reply.ok) throw new Error(`the card was refused: ${await reply.text()}`);
  return reply.json();
}
