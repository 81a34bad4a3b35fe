import type Stripe from 'stripe';
import { type RefundReason, refundReasonSchema } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { refusalCodeOf, stripe } from '../infra/stripe.ts';
import { findPaidFor, type PaidFor } from './find-paid-for.ts';

interface NewRefund {
  paymentIntentId: string;
  amountCents: Cents;
  /** One refund ever per ride and reason. */
  rideId: string;
  reason: RefundReason;
}

/** What Stripe said to a refund: its id, or why it will never make it; neither where the rider had it all back before. */
export interface RefundReply {
  refundId: string | null;
  failure?: string;
}

/** Gives back part or all of a payment. A payment that is disputed is not refunded, nor one that has been refunded at Stripe itself. */
export async function refundPayment({
  paymentIntentId,
  amountCents,
  rideId,
  reason,
}: NewRefund): Promise<RefundReply> {
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: amountCents, metadata: { rideId, reason } },
      { idempotencyKey: `refund:${rideId}:${reason}` },
    );
    return { refundId: refund.id };
  } catch (error) {
    switch (refusalCodeOf(error)) {
      case 'charge_already_refunded':
        return { refundId: null };
      case 'charge_disputed':
        return { refundId: null, failure: 'charge_disputed' };
      default:
        throw error;
    }
  }
}

/** What the product needs to know of a refund at Stripe. */
export interface Refund {
  id: string;
  amountCents: Cents;
  /** Why the money did not arrive, in Stripe's word; null unless the refund has failed. */
  failure: string | null;
  /** What we asked for it for; null when somebody made it at Stripe itself. */
  reason: RefundReason | null;
  paidFor: PaidFor | null;
}

/** How a refund stands at Stripe, read afresh. */
export async function readRefund(refundId: string): Promise<Refund> {
  const refund = await stripe.refunds.retrieve(refundId, { expand: ['payment_intent'] });
  return {
    id: refund.id,
    amountCents: refund.amount,
    failure: failureOf(refund),
    reason: refundReasonSchema.safeParse(refund.metadata?.reason).data ?? null,
    paidFor: await findPaidFor(refund.payment_intent),
  };
}

function failureOf({ status, failure_reason }: Stripe.Refund): string | null {
  return status === 'failed' || status === 'canceled' ? (failure_reason ?? status) : null;
}
