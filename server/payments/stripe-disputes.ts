import type { Cents } from '#common/money.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { PATIENT, stripe } from '../infra/stripe.ts';
import { findPaidFor, type Payable } from './payable.ts';
import { notifyOperations } from './payment-alerts.ts';

/**
 * How a dispute can end. An inquiry ends as `warning_closed`; one that a refund made needless was
 * `prevented`.
 */
const CLOSED = ['won', 'lost', 'warning_closed', 'prevented'];

/** A bank asks first, and may withdraw the money later: the same dispute, with another deadline. */
const isInquiry = (status: string): boolean => status.startsWith('warning_');

/**
 * Reads a dispute at Stripe, and notifies operations of an inquiry, of the chargeback, also where that is what an inquiry
 * has become, and of the outcome once it is closed, whichever event came first. What becomes of ride or gift card
 * meanwhile is for operations to decide. Repeatable.
 */
export async function syncDispute(disputeId: string, payables: readonly Payable[]): Promise<void> {
  const { id, amountCents, reason, status, answerBy, paidFor } = await readDispute(disputeId, payables);
  if (!paidFor) return;
  const { payable } = paidFor;
  const about = { paidFor: { kind: payable.kind, id: paidFor.id }, amountCents };
  const opened = isInquiry(status)
    ? ({ key: `${id} inquiry`, kind: 'inquiry-opened' } as const)
    : ({ key: `${id} opened`, kind: 'dispute-opened' } as const);
  await notifyOperations({ ...about, ...opened, reason, ...(answerBy && { answerBy }) }, payable);
  const isClosed = CLOSED.includes(status);
  if (isClosed || !isInquiry(status)) await resolveAlert(`${id} inquiry`, { mayReturn: false });
  if (!isClosed) return;
  await notifyOperations(
    { ...about, key: `${id} ${status}`, kind: 'dispute-closed', reason: status },
    payable,
  );
  // Whatever event comes late now must not open it again.
  await resolveAlert(`${id} opened`, { mayReturn: false });
}

/** What the product needs to know of a dispute at Stripe. */
interface Dispute {
  id: string;
  amountCents: Cents;
  /** Stripe's code. */
  reason: string;
  status: string;
  /** Until when it can be answered; null where the bank takes no answer. */
  answerBy: Date | null;
  paidFor: Awaited<ReturnType<typeof findPaidFor>>;
}

async function readDispute(disputeId: string, payables: readonly Payable[]): Promise<Dispute> {
  const dispute = await stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }, PATIENT);
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    answerBy: due_by ? new Date(due_by * 1_000) : null,
    paidFor: await findPaidFor(dispute.payment_intent, payables),
  };
}
