import { notifyOperations } from './notify-operations.ts';
import { readDispute } from './stripe-disputes.ts';

/**
 * Looks at a dispute at Stripe, and tells the house that it was opened and, once it is over, how it ended, whichever event came first. What
 * becomes of ride or gift card meanwhile is for the house to decide. Repeatable.
 */
export async function syncDispute(disputeId: string): Promise<void> {
  const { id, amountCents, reason, status, isClosed, answerBy, paidFor } = await readDispute(disputeId);
  if (!paidFor) return;
  await notifyOperations({
    key: `${id} opened`,
    kind: 'dispute-opened',
    paidFor,
    amountCents,
    word: reason,
    ...(answerBy && { answerBy }),
  });
  if (!isClosed) return;
  await notifyOperations({
    key: `${id} ${status}`,
    kind: 'dispute-closed',
    paidFor,
    amountCents,
    word: status,
  });
}
