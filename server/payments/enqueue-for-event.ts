import type Stripe from 'stripe';
import { idSchema } from '#common/id.ts';
import { enqueue } from '../infra/queues.ts';

/** Asks for the job that an event calls for. The event is only a hint to look: the job reads for itself how things stand. */
export async function enqueueForEvent(event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const rideId = idSchema.safeParse(event.data.object.metadata.rideId);
      if (rideId.success) await enqueue('confirm-payment', { rideId: rideId.data });
      return;
    }
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const purchaseId = idSchema.safeParse(event.data.object.metadata?.purchaseId);
      if (purchaseId.success) await enqueue('fulfil-gift-card', { purchaseId: purchaseId.data });
      return;
    }
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return enqueue('sync-refund', { refundId: event.data.object.id });
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return enqueue('sync-dispute', { disputeId: event.data.object.id });
  }
}
