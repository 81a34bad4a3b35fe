import type { UpdateQuery } from 'mongoose';
import { MINUTE_MS } from '#common/durations.ts';
import type { Cents } from '#common/money.ts';
import { openAlert } from '../alerts/alerts.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueEmail, enqueueEmailAgain } from '../mail/email-outbox.ts';
import { moneyAlert } from '../money-difference.ts';
import { type Checkout, checkoutEndsAt, isCheckoutFor, readCheckout } from '../payments/stripe-checkouts.ts';
import { readStripeRecord } from '../payments/stripe-records.ts';
import { unissuedPayment } from './find-purchase-differences.ts';
import { deriveCode, hashCode, hashRedemptionToken, redemptionTokenOf } from './gift-card-codes.ts';
import { GiftCardModel } from './gift-card-model.ts';
import {
  ISSUED_STATES,
  type PurchaseDoc,
  PurchaseModel,
  readdressedTo,
  withRecipientOf,
} from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

/** When to check an unfinished purchase again, unless a webhook or its buyer triggers that earlier. */
const NEXT_LOOK_MS = 30_000;

/** The same once its checkout should have expired: the bank may still be processing the payment. */
const LATE_LOOK_MS = 5 * MINUTE_MS;

/**
 * Issues the card of a paid or given purchase, and enqueues the emails to recipient and buyer, also one that
 * staff send again. The trigger (webhook, return page or reconciliation) proves nothing: the payment is read
 * from Stripe. Every step is idempotent, and `lookAt` and `resendOwedSince` stay set until the last one is
 * done.
 */
export async function fulfilGiftCard(purchaseId: string): Promise<void> {
  const purchase = await findPurchase(purchaseId);
  const paid = ISSUED_STATES.includes(purchase.state) ? purchase : await readOutcome(purchase);
  if (!paid) return;

  await issueGiftCard(purchaseId, paid.amountCents);
  await enqueueEmail('gift-card', purchaseId);
  if (paid.buyerEmail) await enqueueEmail('gift-card-receipt', purchaseId);
  if (paid.resendOwedSince && !(await isVoided(purchaseId))) {
    await enqueueEmailAgain('gift-card', purchaseId, paid.resendCount);
  }
  await update(paid, { $unset: { lookAt: 1, resendOwedSince: 1 } });
}

/**
 * Reads the checkout of an open purchase from Stripe and stores its outcome.
 *
 * @returns the purchase if it is paid, otherwise null
 */
async function readOutcome(purchase: PurchaseDoc): Promise<PurchaseDoc | null> {
  if (purchase.state === 'flagged') return null;
  if (!purchase.sessionId) return canBePaid(purchase) ? postpone(purchase) : expire(purchase);
  const checkout = await readCheckout(purchase.sessionId);
  if (checkout.isExpired) return expire(purchase);
  if (!checkout.isPaid) return postpone(purchase);
  const id = purchase._id.toHexString();
  if (!isCheckoutFor(checkout, { id, amountCents: purchase.amountCents })) return flag(purchase, checkout);

  const { buyerEmail } = checkout;
  const buyerKey = buyerEmail?.toLowerCase();
  const paidAt = databaseClock.now();
  const lookAt = new Date(paidAt.getTime() + NEXT_LOOK_MS);
  const isMine = await update(purchase, { $set: { state: 'paid', buyerEmail, buyerKey, paidAt, lookAt } });
  if (!isMine) return null;
  logger.info({ purchaseId: id, amountCents: purchase.amountCents }, 'gift card paid');
  return { ...purchase, state: 'paid', buyerEmail };
}

const canBePaid = ({ createdAt }: PurchaseDoc): boolean =>
  databaseClock.nowMs() < checkoutEndsAt(createdAt).getTime();

async function postpone(purchase: PurchaseDoc): Promise<null> {
  const afterMs = canBePaid(purchase) ? NEXT_LOOK_MS : LATE_LOOK_MS;
  await update(purchase, { $set: { lookAt: new Date(databaseClock.nowMs() + afterMs) } });
  return null;
}

async function expire(purchase: PurchaseDoc): Promise<null> {
  await update(purchase, { $set: { state: 'expired' }, $unset: { lookAt: 1 } });
  return null;
}

/**
 * Flags a purchase, so that no card is issued until operations have reviewed its payment, and alerts them
 * like `reconcileMoney`.
 */
async function flag(purchase: PurchaseDoc, checkout: Checkout): Promise<null> {
  const { id: sessionId, purchaseId: paidFor, paymentIntentId } = checkout;
  const purchaseId = purchase._id.toHexString();
  logger.error({ purchaseId, sessionId }, 'checkout session does not match purchase');
  // The payment of another purchase is compared with that one.
  if (paidFor === purchaseId && paymentIntentId) {
    const { receivedCents, refundedCents } = await readStripeRecord(paymentIntentId);
    const keptCents = receivedCents - refundedCents;
    if (keptCents > 0) await openAlert(moneyAlert(unissuedPayment(purchaseId, keptCents)));
  }
  await update(purchase, { $set: { state: 'flagged' }, $unset: { lookAt: 1 } });
  return null;
}

/**
 * Updates a purchase unless it has changed since it was read.
 *
 * @returns false if it has: another process continues with it
 */
async function update(
  { _id, state, sessionId, resendCount }: PurchaseDoc,
  change: UpdateQuery<PurchaseDoc>,
): Promise<boolean> {
  const { matchedCount } = await PurchaseModel.updateOne(
    { _id, state, sessionId, resendCount: resendCount ?? null },
    change,
  );
  return matchedCount > 0;
}

/** Issues the card of a paid purchase under the purchase's id. Idempotent. */
export async function issueGiftCard(purchaseId: string, amountCents: Cents): Promise<void> {
  const symbols = deriveCode(purchaseId);
  try {
    await GiftCardModel.create({
      _id: purchaseId,
      codeHash: hashCode(symbols),
      passHash: hashRedemptionToken(redemptionTokenOf(purchaseId)),
      last4: symbols.slice(-4),
      balanceCents: amountCents,
      heldCents: 0,
      holds: [],
      captures: [],
      entries: [{ kind: 'issue', key: 'issue', amountCents, rideId: null, at: databaseClock.now() }],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/**
 * Emails a gift card again, optionally to another address. It is the same card with the same code, whatever
 * its balance.
 *
 * @returns false if there is no such card or it is voided
 */
export async function resendGiftCard(purchaseId: string, recipientEmail?: string): Promise<boolean> {
  if (await isVoided(purchaseId)) return false;
  const isIssued = { _id: purchaseId, state: { $in: ISSUED_STATES } };
  const purchase = recipientEmail && (await PurchaseModel.findOne(isIssued).lean<PurchaseDoc>());
  if (purchase) {
    const { matchedCount } = await PurchaseModel.updateOne(
      { ...isIssued, ...withRecipientOf(purchase) },
      readdressedTo(recipientEmail, purchase),
    );
    if (matchedCount === 0) return resendGiftCard(purchaseId, recipientEmail);
  }
  return enqueueEmailAgain('gift-card', purchaseId);
}

/** Whether a card is voided, so that its code pays for nothing. */
export const isVoided = async (giftCardId: string): Promise<boolean> =>
  (await GiftCardModel.exists({ _id: giftCardId, voidedAt: { $exists: true } })) !== null;
