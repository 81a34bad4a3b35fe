import { enqueue } from '../infra/queues.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

const AT_ONCE = 200;

/** Asks again for fulfilments that nobody asked for in time, or that were cut short: a webhook, a buyer or a worker that got lost. */
export async function reconcilePurchases(): Promise<void> {
  const due = await PurchaseModel.find({ lookAt: { $lt: new Date() } }, { _id: 1 })
    .sort({ lookAt: 1 })
    .limit(AT_ONCE)
    .lean<Pick<PurchaseDoc, '_id'>[]>();
  const ids = due.map(({ _id }) => _id.toHexString());
  await Promise.all(
    ids.map((purchaseId) => enqueue('fulfil-gift-card', { purchaseId }, { key: purchaseId })),
  );
}
