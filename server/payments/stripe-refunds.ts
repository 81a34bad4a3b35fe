import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isStripeRefusal, PATIENT, refusalCodeOf, stripe } from '../infra/stripe.ts';
import { findPaidFor, idInMetadata, type Payable } from './payable.ts';
import { notifyOperations } from './payment-alerts.ts';

interface NewRefund {
  paymentIntentId: string;
  amountCents: Cents;
  /** What it is for, to be found at Stripe with the refund. */
  metadata: Record<string, string>;
  /** One refund per key, for as long as Stripe keeps it. */
  idempotencyKey: string;
  /** Of an older debt than that, Stripe is asked whether it has made the refund, which `metadata` names. Absent where it is new. */
  owedSince?: Date;
}

/** Stripe forgets a key once it is a day old; no key is older than its debt. */
const KEY_KEPT_MS = 20 * 3_600_000;

/**
 * Stripe's reply to a refund: its id, or why it will never make it; neither where all was refunded before.
 */
export interface RefundReply {
  refundId: string | null;
  /** Stripe's code. */
  failure?: string;
}

/**
 * Refunds part or all of a payment, once. What Stripe will never refund is a reply and not an error: a payment that is disputed, or one
 * of which less is left, since it was refunded at Stripe itself.
 *
 * @throws what passes, to be tried again: Stripe is unavailable, our balance there does not cover the refund, or it takes a mistake
 * of ours to be mended
 */
export async function refundPayment(refund: NewRefund): Promise<RefundReply> {
  const { paymentIntentId, amountCents, metadata, idempotencyKey, owedSince } = refund;
  const isOld = owedSince && databaseClock.nowMs() - owedSince.getTime() > KEY_KEPT_MS;
  const made = isOld ? await findMade(refund) : null;
  if (made) return made;
  try {
    const { id } = await stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: amountCents, metadata },
      { ...PATIENT, idempotencyKey },
    );
    return { refundId: id };
  } catch (error) {
    if (refusalCodeOf(error) === 'charge_already_refunded') return { refundId: null };
    const failure = finalFailureOf(error);
    // Stripe repeats a refusal under its key for a day: once the cause has gone, the refund is made within that time. Another key
    // might make it twice.
    if (!failure) throw error;
    return { refundId: null, failure };
  }
}

/** The refund that Stripe has made of a payment for what `metadata` says; null where it has made none. */
async function findMade({ paymentIntentId, metadata }: NewRefund): Promise<RefundReply | null> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  for await (const refund of stripe.refunds.list(query, PATIENT)) {
    if (Object.entries(metadata).some(([name, value]) => refund.metadata?.[name] !== value)) continue;
    const failure = failureOf(refund);
    return { refundId: refund.id, ...(failure && { failure }) };
  }
  return null;
}

/** @returns why a refund will never be made, by Stripe's code where it has one; null while it may be */
function finalFailureOf(error: unknown): string | null {
  if (!isStripeRefusal(error)) return null;
  const code = refusalCodeOf(error);
  if (code === 'charge_disputed') return code;
  // More than is left of the payment. A balance that does not cover it is refused without a code as well, and names no parameter.
  return code === null && error.param === 'amount' ? 'refused' : null;
}

/**
 * Reads a refund at Stripe. Where it failed after it had been accepted, what was paid for records that, and
 * operations are notified, so that somebody pays it back in another way. Repeatable.
 */
export async function syncRefund(refundId: string, payables: readonly Payable[]): Promise<void> {
  const refund = await stripe.refunds.retrieve(refundId, { expand: ['payment_intent'] }, PATIENT);
  const failure = failureOf(refund);
  if (!failure) return;
  const paidFor = await findPaidFor(refund.payment_intent, payables);
  if (!paidFor) return;

  const { payable } = paidFor;
  // One payment may have paid for several: the refund says of which it is.
  const id = idInMetadata(payable, refund.metadata) ?? paidFor.id;
  await payable.failRefund?.(id, { id: refund.id, failure, metadata: refund.metadata ?? {} });
  await notifyOperations(
    {
      key: `${refundId} failed`,
      kind: 'refund-failed',
      paidFor: { kind: payable.kind, id },
      amountCents: refund.amount,
      reason: failure,
    },
    payable,
  );
}

/** @returns why the money did not arrive, as Stripe's code; null unless the refund has failed */
function failureOf({ status, failure_reason }: Stripe.Refund): string | null {
  return status === 'failed' || status === 'canceled' ? (failure_reason ?? status) : null;
}
