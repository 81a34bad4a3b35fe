import { enqueue } from '../infra/queues.ts';
import type { Payable } from '../payments/payable.ts';
import { findPurchase, isPurchase, recordOnPurchase } from './purchases.ts';

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
  async describePayer(purchaseId) {
    const { buyerEmail } = await findPurchase(purchaseId);
    return {
      ...(buyerEmail && { replyTo: { name: '', address: buyerEmail } }),
      rows: [['Gift card purchase', purchaseId], ...(buyerEmail ? [['Buyer', buyerEmail] as const] : [])],
    };
  },
};
