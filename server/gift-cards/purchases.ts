import { AppError } from '#common/errors.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { enqueue } from '../infra/queues.ts';
import type { Payer } from '../payments/payable.ts';
import { stripErasedRecipients } from './gift-cards-data.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/** Returns the purchase with this id. @throws AppError NOT_FOUND */
export async function findPurchase(purchaseId: string): Promise<PurchaseDoc> {
  return requirePurchase(await PurchaseModel.findById(purchaseId).lean<PurchaseDoc>());
}

/** Returns the purchase of a checkout session, whose id only the buyer knows. @throws AppError NOT_FOUND */
export async function findPurchaseBySession(sessionId: string): Promise<PurchaseDoc> {
  return requirePurchase(await PurchaseModel.findOne({ sessionId }).lean<PurchaseDoc>());
}

function requirePurchase(purchase: PurchaseDoc | null): PurchaseDoc {
  if (!purchase) throw new AppError('NOT_FOUND', 'There is no such purchase.');
  return purchase;
}

/** Whether a purchase with this id exists. */
export const isPurchase = async (purchaseId: string): Promise<boolean> =>
  (await PurchaseModel.exists({ _id: purchaseId })) !== null;

/** Records on a purchase that operations were alerted to its payment, by the alert's key. Idempotent. */
export async function recordOnPurchase(purchaseId: string, alertKey: string): Promise<void> {
  await PurchaseModel.updateOne(
    { _id: purchaseId, paymentAlerts: { $ne: alertKey } },
    { $push: { paymentAlerts: alertKey } },
  );
}

/** Returns the number of gift cards paid within a time span, and their total in cents. */
export async function sumSales({
  from,
  to,
}: {
  from: Date;
  to: Date;
}): Promise<{ count: number; cents: number }> {
  const sold = await PurchaseModel.find(
    { state: 'paid', paidAt: { $gte: from, $lt: to } },
    { amountCents: 1 },
  ).lean<Pick<PurchaseDoc, 'amountCents'>[]>();
  return { count: sold.length, cents: sold.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}

/** Describes the buyer of a gift card. @throws AppError NOT_FOUND */
export async function describeBuyer(purchaseId: string): Promise<Payer> {
  const { buyerEmail } = await findPurchase(purchaseId);
  return {
    name: `Gift card bought by ${buyerEmail ?? 'somebody'}`,
    ...(buyerEmail && { replyTo: { name: '', address: buyerEmail } }),
    rows: [['Gift card purchase', purchaseId], ...(buyerEmail ? [['Buyer', buyerEmail] as const] : [])],
  };
}

const AT_ONCE = 200;

/** When to retry a purchase whose fulfilment keeps failing. */
const RETRY_MS = 60_000;

/**
 * Enqueues fulfilments that are due but have no job, or whose job was interrupted: a lost webhook, buyer or
 * worker, or a resend. Enqueued ones move to the end of the order, so that stuck purchases do not block
 * others. Also strips recipients whose erasure had to wait.
 */
export async function reconcilePurchases(): Promise<void> {
  const now = databaseClock.nowMs();
  const isDue = { lookAt: { $lt: new Date(now) } };
  const due = await PurchaseModel.find(isDue, { _id: 1 })
    .sort({ lookAt: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<PurchaseDoc, '_id'>[]>();
  const ids = due.map(({ _id }) => _id);
  // The guard skips purchases fulfilled meanwhile, which have no `lookAt` any more.
  await PurchaseModel.updateMany({ _id: { $in: ids }, ...isDue }, { lookAt: new Date(now + RETRY_MS) });
  const resends = await PurchaseModel.find({ resendOwedSince: { $exists: true } }, { _id: 1 })
    .sort({ resendOwedSince: 1 })
    .limit(AT_ONCE)
    .lean<Pick<PurchaseDoc, '_id'>[]>();
  await Promise.all(
    [...due, ...resends].map(({ _id }) => {
      const purchaseId = _id.toHexString();
      return enqueue('fulfil-gift-card', { purchaseId }, { key: purchaseId });
    }),
  );
  await stripErasedRecipients();
}
