import { refundReasonSchema } from '#common/jobs.ts';
import { enqueue } from '../../infra/queues.ts';
import type { Payable } from '../../payments/payable.ts';
import { findRide, isRide } from '../ride-queries.ts';
import { failRefund, recordOnRide, refundRide } from './refund-ride.ts';

/** A ride, as payments knows it. */
export const ridePayable: Payable = {
  kind: 'ride',
  metadataKey: 'rideId',
  eventTypes: ['payment_intent.succeeded'],
  enqueueSync: (rideId) => enqueue('confirm-payment', { rideId }),
  exists: isRide,
  recordAlert: recordOnRide,

  async describePayer(rideId) {
    const { customerName, customerEmail, customerPhone, paymentIntentId } = await findRide(rideId);
    return {
      replyTo: { name: customerName, address: customerEmail },
      rows: [
        ['Ride', rideId],
        ['Rider', `${customerName}, ${customerEmail}, ${customerPhone}`],
        ...(paymentIntentId ? [['Payment at Stripe', paymentIntentId] as const] : []),
      ],
    };
  },

  async failRefund(rideId, { id, failure, metadata }) {
    const reason = refundReasonSchema.safeParse(metadata.reason);
    // Stripe may fail a refund before the worker that made it has recorded it.
    if (reason.success) await refundRide(rideId, reason.data);
    await failRefund(rideId, id, failure);
  },
};
