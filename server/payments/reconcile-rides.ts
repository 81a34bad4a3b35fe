import { enqueue } from '../infra/queues.ts';
import { listOverdueRefunds, listOverdueUnaccepted, listOverdueUnpaid } from '../rides/list-overdue-rides.ts';
import { releaseOverdueHolds } from '../rides/release-overdue-holds.ts';

/**
 * Asks again for the expiries, closings and refunds whose jobs never came, and releases holds that nobody came back for: a queue that was away, a
 * process that died in between.
 */
export async function reconcileRides(): Promise<void> {
  const [unpaid, unaccepted, refunds] = await Promise.all([
    listOverdueUnpaid(),
    listOverdueUnaccepted(),
    listOverdueRefunds(),
  ]);
  await Promise.all([
    ...unpaid.map((rideId) => enqueue('expire-unpaid-ride', { rideId }, { key: rideId })),
    ...unaccepted.map((rideId) => enqueue('expire-unaccepted-ride', { rideId }, { key: rideId })),
    ...refunds.map((refund) => enqueue('refund-ride', refund, { key: `${refund.rideId} ${refund.reason}` })),
    releaseOverdueHolds(),
  ]);
}
