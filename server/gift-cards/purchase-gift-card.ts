import { AppError } from '#common/errors.ts';
import type { PurchaseGiftCard } from '#common/gift-cards/gift-cards-api.ts';
import { digestOf } from '../digest-of.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { openGiftCardCheckout, readCheckout } from '../payments/stripe-checkouts.ts';
import { providerFailure } from '../payments/stripe-payments.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/** When a purchase is first looked at by itself: its buyer has hardly paid before. */
const FIRST_LOOK_MS = 120_000;

/**
 * Begins the purchase of a gift card. The same one with the same `idempotencyKey` is begun once, and leads to the same checkout.
 *
 * @returns the address of the hosted checkout
 * Throws PAYMENT_PROVIDER, IDEMPOTENCY_KEY_REUSED when the purchase is over.
 */
export async function purchaseGiftCard(
  request: PurchaseGiftCard,
  idempotencyKey: string | null,
): Promise<string> {
  const purchase = await storePurchase(request, idempotencyKey);
  const url = purchase.sessionId ? await urlOf(purchase.sessionId) : await openCheckout(purchase);
  if (!url) throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This purchase is over. Please begin another.');
  return url;
}

async function storePurchase(request: PurchaseGiftCard, idempotencyKey: string | null): Promise<PurchaseDoc> {
  const { amount, recipientEmail, recipientName, personalMessage } = request;
  const repeatDigest = idempotencyKey ? digestOf(idempotencyKey, request) : undefined;
  const now = new Date();
  try {
    const purchase = await PurchaseModel.create({
      amountCents: amount * 100,
      recipientEmail,
      recipientName: recipientName || null,
      personalMessage: personalMessage?.trim() || null,
      sessionId: null,
      state: 'open',
      createdAt: now,
      lookAt: new Date(now.getTime() + FIRST_LOOK_MS),
      repeatDigest,
    });
    return purchase.toObject();
  } catch (error) {
    if (!repeatDigest || !isDuplicateKey(error)) throw error;
    const earlier = await PurchaseModel.findOne({ repeatDigest }).lean<PurchaseDoc>();
    if (!earlier) throw error;
    return earlier;
  }
}

async function openCheckout(purchase: PurchaseDoc): Promise<string | null> {
  const opening = openGiftCardCheckout({ ...purchase, id: purchase._id.toHexString() });
  const { id: sessionId, url } = await opening.catch(async (error: unknown) => {
    // Stripe repeats its answer to a purchase for a day, be it a failure: the next try begins another purchase.
    await PurchaseModel.updateOne({ _id: purchase._id }, { $unset: { repeatDigest: 1 } });
    throw error;
  });
  await PurchaseModel.updateOne({ _id: purchase._id }, { $set: { sessionId } });
  return url;
}

async function urlOf(sessionId: string): Promise<string | null> {
  const { url } = await readCheckout(sessionId).catch((error: unknown) => {
    throw providerFailure(error);
  });
  return url;
}
