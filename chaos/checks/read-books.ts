import Stripe from 'stripe';

/** What the payment provider has on its books. */
export interface Books {
  payments: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
}

const PAGE = 100;

/** Reads the provider's books, whole. */
export async function readBooks(address: string): Promise<Books> {
  const { hostname, port } = new URL(address);
  const stripe = new Stripe('sk_test_simulator', { host: hostname, port: Number(port), protocol: 'http' });
  const most = { limit: 10_000 };
  return {
    payments: await stripe.paymentIntents.list({ limit: PAGE }).autoPagingToArray(most),
    refunds: await stripe.refunds.list({ limit: PAGE }).autoPagingToArray(most),
  };
}
