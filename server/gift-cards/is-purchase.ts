import { PurchaseModel } from './purchase-model.ts';

/** Whether there is a purchase with this id. */
export const isPurchase = async (purchaseId: string): Promise<boolean> =>
  (await PurchaseModel.exists({ _id: purchaseId })) !== null;
