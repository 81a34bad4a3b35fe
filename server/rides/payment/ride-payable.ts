import { refundReasonSchema } from '#common/jobs.ts';
import { enqueue } from '../../infra/queues.ts';
import type { Payable } from '../../payments/payable.ts';
import { isRide } from '../ride-queries.ts';
import { recordFailedRefund, refundAdjustment, refundRide } from './refund-ride.ts';
import { describeRider, recordOnRide } from './ride-payer.ts';

/** A ride as the payments module sees it. */
export const ridePayable: Payable = {
  kind: 'ride',
  metadataKey: 'rideId',
  eventTypes: ['payment_intent.succeeded'],
  enqueueSync: (rideId) => enqueue('confirm-payment', { rideId }),
  exists: isRide,
  recordAlert: recordOnRide,
  describePayer: describeRider,

  async recordFailedRefund(rideId, { id, failure, metadata }) {
    const reason = refundReasonSchema.safeParse(metadata.reason);
    const { adjustmentId } = metadata;
    // Stripe may report a failed refund before the worker that made it has recorded it.
    if (reason.success) await refundRide(rideId, reason.data);
    else if (adjustmentId) await refundAdjustment({ rideId, adjustmentId });
    await recordFailedRefund(rideId, id, failure);
  },
};
