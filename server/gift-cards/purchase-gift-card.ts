import { AppError } from '#common/errors.ts';
import type { PurchaseGiftCard, PurchaseState } from '#common/gift-cards/gift-card-purchases-api.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueAndWait } from '../infra/queues.ts';
import { findMailOutcome } from '../mail/email-outbox.ts';
import { openGiftCardCheckout, readCheckout } from '../payments/stripe-checkouts.ts';
import { askingFailure } from '../payments/stripe-payments.ts';
import { addressedTo, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';
import { findPurchaseBySession } from './purchases.ts';

/** When a purchase is first reconciled: its buyer has hardly paid before. */
const FIRST_LOOK_MS = 120_000;

/**
 * Begins the purchase of a gift card. A repeat with the same `idempotencyKey` begins none, and leads to the
 * same checkout.
 *
 * @returns the address of the hosted checkout
 * @throws PAYMENT_PROVIDER, IDEMPOTENCY_KEY_REUSED when the purchase is over
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
    // Its checkout could not be opened, so that it gave up the key before it was read.
    if (isRepeat) throw error;
    return storePurchase(request, idempotencyKey, true);
  }
}

async function openCheckout(purchase: PurchaseDoc): Promise<string | null> {
  // A repeat of the request may have opened it, and its buyer paid.
  const isUnopened = { _id: purchase._id, sessionId: null };
  const opening = openGiftCardCheckout({ ...purchase, id: purchase._id.toHexString() });
  const { id: sessionId, url } = await opening.catch(async (error: unknown) => {
    // Stripe repeats its answer for a day, failures too: the next attempt must begin another purchase.
    await PurchaseModel.updateOne(isUnopened, { $unset: { repeatDigest: 1 } });
    throw error;
  });
  await PurchaseModel.updateOne(isUnopened, { $set: { sessionId } });
  return url;
}

async function urlOf(sessionId: string): Promise<string | null> {
  const { url } = await readCheckout(sessionId).catch((error: unknown) => {
    throw askingFailure(error);
  });
  return url;
}

/**
 * The state of a checkout's purchase, for its buyer's return page. An unfulfilled one is enqueued first and
 * waited for, at most PAYMENT_WAIT_MS.
 *
 * @throws NOT_FOUND
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
  if (state === 'expired') return 'expired';
  const outcome = await findMailOutcome('gift-card', _id.toHexString());
  return outcome ? STATES[outcome] : 'processing';
}
