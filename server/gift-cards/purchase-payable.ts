import { enqueue } from '../infra/queues.ts';
import type { Payable } from '../payments/payable.ts';
import { describeBuyer, isPurchase, recordOnPurchase } from './purchases.ts';
import { failVoidRefund } from './void-gift-card.ts';

/** A purchase of a gift card, as payments knows it. */
export const purchasePayable: Payable = {
  kind: 'purchase',
  metadataKey: 'purchaseId',
  eventTypes: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.expired',
  ],
  enqueueSync: (purchaseId) => enqueue('fulfil-gift-card', { purchaseId }),
  exists: isPurchase,
  recordAlert: recordOnPurchase,
  failRefund: (purchaseId, refund) => failVoidRefund(purchaseId, refund.id),
  describePayer: describeBuyer,
};
