import { PurchaseModel } from './purchase-model.ts';

/** Notes on a purchase, once, what the house was told of its payment, by the notice's key. */
export async function recordOnPurchase(purchaseId: string, noticeKey: string): Promise<void> {
  await PurchaseModel.updateOne(
    { _id: purchaseId, paymentAlerts: { $ne: noticeKey } },
    { $push: { paymentAlerts: noticeKey } },
  );
}
