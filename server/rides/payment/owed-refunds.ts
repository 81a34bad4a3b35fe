import { enqueue } from '../../infra/queues.ts';
import type { RideDoc } from '../ride-model.ts';

/** Where a ride says since when it owes a refund: one of all it took, one that staff made by hand, one of a charge. */
export const OWED_SINCE = ['refundOwed.since', 'adjustments.owedSince', 'charges.owedSince'] as const;

/** Of a ride as it is stored, or of a part of it: rides stored before there were charges have none. */
type Owing = Pick<RideDoc, '_id'> & Partial<Pick<RideDoc, 'refundOwed' | 'adjustments' | 'charges'>>;

/**
 * Enqueues every refund that a ride owes. Repeatable: a job that still waits is not enqueued twice, and one that runs again finds
 * nothing owed.
 *
 * @throws when the queue is unavailable
 */
export async function enqueueOwedRefunds({
  _id,
  refundOwed,
  adjustments = [],
  charges = [],
}: Owing): Promise<void> {
  const rideId = _id.toHexString();
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
