import type { Cents } from '#common/money.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { JOB_REQUEST_OPTIONS, stripe } from '../infra/stripe.ts';
import { findPaidFor, type Payable } from './payable.ts';
import { notifyOperations } from './payment-alerts.ts';

/**
 * Final statuses of a dispute. An inquiry ends as `warning_closed`. A refund that settles the matter makes it
 * `prevented`.
 */
const CLOSED = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Whether a dispute is still an inquiry. The bank may turn it into a chargeback later: the same dispute with
 * a new deadline.
 */
const isInquiry = (status: string): boolean => status.startsWith('warning_');

/**
 * Reads a dispute from Stripe and notifies operations of an inquiry, of a chargeback (including an inquiry
 * that became one) and of the outcome, in whatever order the events come. Operations decide what happens to
 * the ride or gift card. Idempotent.
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
  // A late event must not reopen it.
  await resolveAlert(`${id} opened`, { mayReturn: false });
}

/** The relevant properties of a Stripe dispute. */
interface Dispute {
  id: string;
  amountCents: Cents;
  /** Stripe's reason code. */
  reason: string;
  status: string;
  /** Deadline for an answer. Null if the bank accepts none. */
  answerBy: Date | null;
  paidFor: Awaited<ReturnType<typeof findPaidFor>>;
}

async function readDispute(disputeId: string, payables: readonly Payable[]): Promise<Dispute> {
  const dispute = await stripe.disputes.retrieve(
    disputeId,
    { expand: ['payment_intent'] },
    JOB_REQUEST_OPTIONS,
  );
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
