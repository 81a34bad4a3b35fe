import type { RefundReason } from '#common/jobs.ts';
import { enqueue } from '../../infra/queues.ts';

/** The fields that say since when a ride owes a refund: for the ride itself, an adjustment, or a charge. */
export const OWED_SINCE = ['refundOwed.since', 'adjustments.owedSince', 'charges.owedSince'] as const;

interface Part {
  id: string;
  owedSince?: unknown;
}

/** The fields of a ride that may owe refunds. Rides stored before charges existed have none. */
interface Owing {
  refundOwed?: { reason: RefundReason } | null;
  adjustments?: readonly Part[];
  charges?: readonly Part[];
}

/**
 * Enqueues every refund that a ride owes. Idempotent: a waiting job is not enqueued twice, and a job that
 * runs again finds nothing owed.
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
