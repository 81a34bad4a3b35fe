import { AppError } from '#common/errors.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/** The purchase with this id. @throws NOT_FOUND */
export async function findPurchase(purchaseId: string): Promise<PurchaseDoc> {
  return requirePurchase(await PurchaseModel.findById(purchaseId).lean<PurchaseDoc>());
}

/** The purchase of a checkout session, whose id only its buyer knows. @throws NOT_FOUND */
export async function findPurchaseBySession(sessionId: string): Promise<PurchaseDoc> {
  return requirePurchase(await PurchaseModel.findOne({ sessionId }).lean<PurchaseDoc>());
}

function requirePurchase(purchase: PurchaseDoc | null): PurchaseDoc {
  if (!purchase) throw new AppError('NOT_FOUND', 'There is no such purchase.');
  return purchase;
}

/** Whether there is a purchase with this id. */
export const isPurchase = async (purchaseId: string): Promise<boolean> =>
  (await PurchaseModel.exists({ _id: purchaseId })) !== null;

/** Records on a purchase, once, that operations were notified of its payment, by the alert's key. */
export async function recordOnPurchase(purchaseId: string, alertKey: string): Promise<void> {
  await PurchaseModel.updateOne(
    { _id: purchaseId, paymentAlerts: { $ne: alertKey } },
    { $push: { paymentAlerts: alertKey } },
  );
}
