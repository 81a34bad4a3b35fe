import { enqueue } from '../../infra/queues.ts';
import type { Payable } from '../../payments/payable.ts';
import { recordFailedRefund, refundAdjustment } from '../payment/refund-ride.ts';
import { findCharge, isCharge } from './charges.ts';
import { describeCharged, recordFailedChargeRefund, recordOnCharge, refundCharge } from './refund-charge.ts';

/**
 * A charge paid in the page or by a mailed link, as the payments module sees it. The payment of a fare also
 * names its ride.
 */
export const chargePayable: Payable = {
  kind: 'charge',
  metadataKey: 'chargeId',
  eventTypes: [
    'payment_intent.succeeded',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ],
  enqueueSync: (chargeId) => enqueue('confirm-charge', { chargeId }),
  exists: isCharge,
  recordAlert: recordOnCharge,

  describePayer: describeCharged,

  async recordFailedRefund(chargeId, { id, failure, metadata }) {
    const { adjustmentId } = metadata;
    // Stripe may report a failed refund before the worker that made it has recorded it.
    if (adjustmentId) {
      const { ride } = await findCharge(chargeId);
      await refundAdjustment({ rideId: ride.id, adjustmentId });
      return recordFailedRefund(ride.id, id, failure);
    }
    await refundCharge(chargeId);
    await recordFailedChargeRefund(chargeId, id, failure);
  },
};
