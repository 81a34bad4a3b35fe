import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { isStripeRefusal, JOB_REQUEST_OPTIONS, stripe } from '../infra/stripe.ts';

/** The amounts of a payment, according to Stripe. */
export interface StripeRecord {
  id: string;
  receivedCents: Cents;
  /** Total of its refunds. Failed refunds do not count. */
  refundedCents: Cents;
  metadata: Stripe.Metadata;
}

/** Lists the payments created or refunded at Stripe since an instant that received money. */
export async function listPaymentsSince(since: Date): Promise<StripeRecord[]> {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const found = new Map<string, StripeRecord>();
  const query = { created, limit: 100, expand: [`data.${CHARGE}`] };
  for await (const intent of stripe.paymentIntents.list(query, JOB_REQUEST_OPTIONS))
    found.set(intent.id, toRecord(intent));

  for await (const { payment_intent } of stripe.refunds.list({ created, limit: 100 }, JOB_REQUEST_OPTIONS)) {
    const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
    if (id && !found.has(id)) found.set(id, await readStripeRecord(id));
  }
  return [...found.values()].filter(({ receivedCents }) => receivedCents > 0);
}

/**
 * Returns the payment with this id. A payment unknown to Stripe received nothing.
 *
 * @throws when Stripe does not answer
 */
export async function readStripeRecord(paymentIntentId: string): Promise<StripeRecord> {
  try {
    return toRecord(
      await stripe.paymentIntents.retrieve(paymentIntentId, { expand: [CHARGE] }, JOB_REQUEST_OPTIONS),
    );
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    return { id: paymentIntentId, receivedCents: 0, refundedCents: 0, metadata: {} };
  }
}

const CHARGE = 'latest_charge';

function toRecord({ id, amount_received, latest_charge, metadata }: Stripe.PaymentIntent): StripeRecord {
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  return { id, receivedCents: amount_received, refundedCents: charge?.amount_refunded ?? 0, metadata };
}
