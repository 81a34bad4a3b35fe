import type { RefundReason } from '#common/jobs.ts';
import { enqueue } from '../../infra/queues.ts';

/** Where a ride says since when it owes a refund: one of all it took, one that staff made by hand, one of a charge. */
export const OWED_SINCE = ['refundOwed.since', 'adjustments.owedSince', 'charges.owedSince'] as const;

interface Part {
  id: string;
  owedSince?: unknown;
}

/** Of a ride: rides stored before there were charges have none. */
interface Owing {
  refundOwed?: { reason: RefundReason } | null;
  adjustments?: readonly Part[];
  charges?: readonly Part[];
}

/**
 * Enqueues every refund that a ride owes. Repeatable: a job that still waits is not enqueued twice, and one that runs again finds
 * nothing owed.
 *
 * @throws when the queue is unavailable
 */
export async function enqueueOwedRefunds(
  rideId: string,
  { refundOwed, adjustments = [], charges = [] }: Owing,
): Promise<void> {
  if (refundOwed) {
    const { reason } = refundOwed;
    await enqueue('refund-ride', { rideId, reason }, { key: `${rideId} ${reason}` });
  }
  for (const { id: adjustmentId, owedSince } of adjustments) {
    if (owedSince) await enqueue('refund-adjustment', { rideId, adjustmentId }, { key: adjustmentId });
  }
  for (const { id: chargeId, owedSince } of charges) {
    if (owedSince) await enqueue('refund-charge', { chargeId }, { key: chargeId });
  }
}
