import { AppError } from '#common/errors.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/** The purchase with this id. Throws NOT_FOUND. */
export async function findPurchase(purchaseId: string): Promise<PurchaseDoc> {
  const purchase = await PurchaseModel.findById(purchaseId).lean<PurchaseDoc>();
  if (!purchase) throw new AppError('NOT_FOUND', 'There is no such purchase.');
  return purchase;
}

/** The purchase whose checkout this is: only its buyer has been told the id. Throws NOT_FOUND. */
export async function findPurchaseBySession(sessionId: string): Promise<PurchaseDoc> {
  const purchase = await PurchaseModel.findOne({ sessionId }).lean<PurchaseDoc>();
  if (!purchase) throw new AppError('NOT_FOUND', 'There is no such purchase.');
  return purchase;
}
