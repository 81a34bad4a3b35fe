import { PurchaseModel } from './purchase-model.ts';

/** Notes on a purchase, once, what the house was told of its payment, by the notice's key. */
export async function noteOnPurchase(purchaseId: string, noticeKey: string): Promise<void> {
  await PurchaseModel.updateOne(
    { _id: purchaseId, paymentNotices: { $ne: noticeKey } },
    { $push: { paymentNotices: noticeKey } },
  );
}
