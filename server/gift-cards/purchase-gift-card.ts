import { AppError } from '#common/errors.ts';
import type { PurchaseGiftCard, PurchaseState } from '#common/gift-cards/gift-card-purchases-api.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueAndWait } from '../infra/queues.ts';
import { findMailOutcome } from '../mail/email-outbox.ts';
import { openGiftCardCheckout, readCheckout } from '../payments/stripe-checkouts.ts';
import { paymentStatusError } from '../payments/stripe-payments.ts';
import { addressedTo, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';
import { findPurchaseBySession } from './purchases.ts';

/** How long after its start a purchase is first reconciled, in milliseconds. Hardly any buyer pays sooner. */
const FIRST_LOOK_MS = 30_000;

/**
 * Starts the purchase of a gift card. A retry with the same `idempotencyKey` returns the same checkout.
 *
 * @returns the URL of the hosted checkout
 * @throws AppError PAYMENT_PROVIDER
 * @throws AppError IDEMPOTENCY_KEY_REUSED if the purchase is over
 */
export async function purchaseGiftCard(
  request: PurchaseGiftCard,
  idempotencyKey: string | null,
): Promise<string> {
  const purchase = await storePurchase(request, idempotencyKey);
  const url = purchase.sessionId
    ? await urlOf(purchase._id.toHexString(), purchase.sessionId)
    : await openCheckout(purchase);
  if (!url) throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This purchase has ended. Please start another.');
  return url;
}

async function storePurchase(
  request: PurchaseGiftCard,
  idempotencyKey: string | null,
  isRepeat = false,
): Promise<PurchaseDoc> {
  const { amount, recipientEmail, recipientName, personalMessage } = request;
  const repeatDigest = idempotencyKey ? digestOf(idempotencyKey, request) : undefined;
  const now = databaseClock.now();
  try {
    const purchase = await PurchaseModel.create({
      amountCents: amount * 100,
      ...addressedTo(recipientEmail),
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
    if (earlier) return earlier;
    // The other request failed to open its checkout and released the key before it was read here. Try again,
    // once.
    if (isRepeat) throw error;
    return storePurchase(request, idempotencyKey, true);
  }
}

async function openCheckout(purchase: PurchaseDoc): Promise<string | null> {
  // A concurrent retry may have opened a checkout that the buyer has already paid.
  const isUnopened = { _id: purchase._id, sessionId: null };
  const opening = openGiftCardCheckout({ ...purchase, id: purchase._id.toHexString() });
  const { id: sessionId, url } = await opening.catch(async (error: unknown) => {
    // Stripe replays its response to an idempotency key for a day, even an error, so the next attempt must
    // create a new purchase.
    await PurchaseModel.updateOne(isUnopened, { $unset: { repeatDigest: 1 } });
    throw error;
  });
  await PurchaseModel.updateOne(isUnopened, { $set: { sessionId } });
  return url;
}

async function urlOf(purchaseId: string, sessionId: string): Promise<string | null> {
  const { url } = await readCheckout(sessionId).catch((error: unknown) => {
    throw paymentStatusError(error, { operation: 'read checkout', purchaseId });
  });
  return url;
}

/**
 * Returns the state of a checkout's purchase, for the page to which the buyer returns. If it is not fulfilled
 * yet, enqueues the fulfilment and waits for at most PAYMENT_WAIT_MS.
 *
 * @throws AppError NOT_FOUND
 */
export async function awaitFulfilment(sessionId: string): Promise<PurchaseState> {
  const purchase = await findPurchaseBySession(sessionId);
  if (!purchase.lookAt) return presentPurchase(purchase);
  await enqueueAndWait('fulfil-gift-card', { purchaseId: purchase._id.toHexString() }, env.PAYMENT_WAIT_MS);
  return presentPurchase(await findPurchaseBySession(sessionId));
}

async function presentPurchase(purchase: PurchaseDoc): Promise<PurchaseState> {
  const { _id, amountCents, recipientEmail, recipientName } = purchase;
  return {
    state: await stateOf(purchase),
    reference: _id.toHexString(),
    amount: amountCents / 100,
    recipientEmail,
    recipientName,
  };
}

const STATES = { sent: 'delivered', refused: 'undelivered' } as const;

async function stateOf({ _id, state }: PurchaseDoc): Promise<PurchaseState['state']> {
  if (state === 'expired' || state === 'flagged') return state;
  const outcome = await findMailOutcome('gift-card', _id.toHexString());
  return outcome ? STATES[outcome] : 'processing';
}
