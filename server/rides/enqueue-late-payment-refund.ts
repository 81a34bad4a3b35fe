import type { RefundReason } from '#common/jobs.ts';
import { RideModel } from './ride-model.ts';

const REASON: RefundReason = 'paid-too-late';

/** Writes down that a ride which was called off has been paid all the same, so that the refund is asked for until it is made. */
export async function enqueueLatePaymentRefund(rideId: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, paymentStatus: 'expired' },
    { $set: { refundOwed: { reason: REASON, since: new Date() } } },
  );
}
