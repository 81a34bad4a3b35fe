import type { Cents } from '#common/money.ts';
import { stripe } from '../infra/stripe.ts';
import { findPaidFor, type PaidFor } from './find-paid-for.ts';

/** How a dispute can end. An inquiry ends as `warning_closed`; one that a refund made needless was `prevented`. */
const CLOSED = ['won', 'lost', 'warning_closed', 'prevented'];

/** What the product needs to know of a dispute at Stripe. */
export interface Dispute {
  id: string;
  amountCents: Cents;
  /** Why, in Stripe's word. */
  reason: string;
  status: string;
  isClosed: boolean;
  /** Until when it can be answered; null where the bank takes no answer. */
  answerBy: Date | null;
  paidFor: PaidFor | null;
}

/** How a dispute stands at Stripe, read afresh. */
export async function readDispute(disputeId: string): Promise<Dispute> {
  const dispute = await stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] });
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    isClosed: CLOSED.includes(dispute.status),
    answerBy: due_by ? new Date(due_by * 1_000) : null,
    paidFor: await findPaidFor(dispute.payment_intent),
  };
}
