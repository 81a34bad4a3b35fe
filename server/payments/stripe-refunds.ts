import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { isStripeRefusal, JOB_REQUEST_OPTIONS, refusalCodeOf, stripe } from '../infra/stripe.ts';
import { findPaidFor, idInMetadata, type Payable } from './payable.ts';
import { notifyOperations } from './payment-alerts.ts';

interface NewRefund {
  paymentIntentId: string;
  amountCents: Cents;
  /** What the refund is for. At most one refund of a payment per `metadata`. */
  metadata: Record<string, string>;
  /** At most one refund per key, also by concurrent workers, for as long as Stripe keeps the key. */
  idempotencyKey: string;
}

/**
 * Stripe's reply to a refund: its id, or why it can never be made. Neither if everything was already
 * refunded.
 */
export interface RefundReply {
  refundId: string | null;
  /** Stripe's failure code. */
  failure?: string;
}

/**
 * Refunds part or all of a payment, once. An existing refund with the same `metadata` is looked up first,
 * because Stripe forgets the key after a day, and after a restore the debt may look new. A permanent refusal
 * is returned instead of thrown: the payment is disputed, or too little of it is left because it was refunded
 * at Stripe directly.
 *
 * @throws errors to retry later: Stripe is unavailable, our Stripe balance does not cover the refund, or the
 * request itself is wrong and needs a fix
 */
export async function refundPayment(refund: NewRefund): Promise<RefundReply> {
  const { paymentIntentId, amountCents, metadata, idempotencyKey } = refund;
  const existing = await findExistingRefund(refund);
  if (existing) return existing;
  try {
    const { id } = await stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: amountCents, metadata },
      { ...JOB_REQUEST_OPTIONS, idempotencyKey },
    );
    return { refundId: id };
  } catch (error) {
    if (refusalCodeOf(error) === 'charge_already_refunded') return { refundId: null };
    const failure = finalFailureOf(error);
    // Stripe replays a refusal to a key for a day. After the cause is gone, a retry succeeds within that
    // time. A new key could refund twice.
    if (!failure) throw error;
    return { refundId: null, failure };
  }
}

/** Finds an existing refund of a payment with this metadata. Null if there is none. */
async function findExistingRefund({ paymentIntentId, metadata }: NewRefund): Promise<RefundReply | null> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  for await (const refund of stripe.refunds.list(query, JOB_REQUEST_OPTIONS)) {
    if (Object.entries(metadata).some(([name, value]) => refund.metadata?.[name] !== value)) continue;
    const failure = failureOf(refund);
    return { refundId: refund.id, ...(failure && { failure }) };
  }
  return null;
}

/**
 * Returns the key of the alert about a refund that failed: one per refund at Stripe, or, where Stripe refused
 * to make it, one per what it was for.
 */
export const failedRefundKey = (refundId: string | null, paidFor: string): string =>
  refundId ? `${refundId} failed` : `${paidFor} refused`;

/** @returns why a refund can never be made, as Stripe's code if it has one; null if a retry may succeed */
function finalFailureOf(error: unknown): string | null {
  if (!isStripeRefusal(error)) return null;
  const code = refusalCodeOf(error);
  if (code === 'charge_disputed') return code;
  // The amount exceeds what is left of the payment. An insufficient balance of ours also has no code, but
  // names no parameter.
  return code === null && error.param === 'amount' ? 'refused' : null;
}

/**
 * Reads a refund from Stripe. If it failed after being accepted, records that on what was paid for, and
 * notifies operations, who must pay it back in another way. Idempotent.
 */
export async function syncRefund(refundId: string, payables: readonly Payable[]): Promise<void> {
  const refund = await stripe.refunds.retrieve(refundId, { expand: ['payment_intent'] }, JOB_REQUEST_OPTIONS);
  const failure = failureOf(refund);
  if (!failure) return;
  const paidFor = await findPaidFor(refund.payment_intent, payables);
  if (!paidFor) return;

  const { payable } = paidFor;
  // A payment may cover several things. The refund's metadata names the right one.
  const id = idInMetadata(payable, refund.metadata) ?? paidFor.id;
  await payable.recordFailedRefund?.(id, { id: refund.id, failure, metadata: refund.metadata ?? {} });
  await notifyOperations(
    {
      key: failedRefundKey(refundId, paidFor.id),
      kind: 'refund-failed',
      paidFor: { kind: payable.kind, id },
      amountCents: refund.amount,
      reason: failure,
    },
    payable,
  );
}

/** @returns why the money did not arrive, as Stripe's code; null unless the refund failed */
function failureOf({ status, failure_reason }: Stripe.Refund): string | null {
  return status === 'failed' || status === 'canceled' ? (failure_reason ?? status) : null;
}
