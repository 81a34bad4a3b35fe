import { enqueue } from '../infra/queues.ts';
import type { Payable } from '../payments/payable.ts';
import { describeBuyer, isPurchase, recordOnPurchase } from './purchases.ts';
import { failVoidRefund, refundVoidedGiftCard } from './void-gift-card.ts';

/** Implements `Payable` for gift card purchases. */
export const purchasePayable: Payable = {
  kind: 'purchase',
  metadataKey: 'purchaseId',
  eventTypes: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ],
  enqueueSync: (purchaseId) => enqueue('fulfil-gift-card', { purchaseId }),
  exists: isPurchase,
  recordAlert: recordOnPurchase,
  describePayer: describeBuyer,

  async recordFailedRefund(purchaseId, { id }) {
    // Stripe may report a refund as failed before the worker that made it has recorded it, so record it
    // first.
    await refundVoidedGiftCard(purchaseId);
    await failVoidRefund(purchaseId, id);
  },
};
