import type { UpdateQuery } from 'mongoose';
import { logger } from '../infra/logger.ts';
import { enqueueEmail } from '../mail/enqueue-email.ts';
import { type Checkout, checkoutEndsAt, isCheckoutFor, readCheckout } from '../payments/stripe-checkouts.ts';
import { findPurchase } from './find-purchase.ts';
import { issueGiftCard } from './issue-gift-card.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/** When an unpaid purchase is looked at again, should nobody say anything. */
const NEXT_LOOK_MS = 5 * 60_000;

/**
 * Issues the card of a purchase if it is paid, and has it mailed to its recipient and a receipt to its buyer. Whoever asks, webhook,
 * return page or sweep, proves nothing: the truth is read at Stripe. Repeatable: each step is done once however often it is taken, and
 * the purchase stays on the sweep's list until the last one is.
 */
export async function fulfilGiftCard(purchaseId: string): Promise<void> {
  const purchase = await findPurchase(purchaseId);
  const paid = purchase.state === 'paid' ? purchase : await settle(purchase);
  if (!paid) return;

  await issueGiftCard(purchaseId, paid.amountCents);
  await enqueueEmail('gift-card', purchaseId);
  if (paid.buyerEmail) await enqueueEmail('gift-card-receipt', purchaseId);
  await update(paid, { $unset: { lookAt: 1 } });
}

/** Looks at Stripe and writes down what has become of an open purchase. @returns the purchase when it is paid */
async function settle(purchase: PurchaseDoc): Promise<PurchaseDoc | null> {
  if (purchase.state === 'flagged') return null;
  if (!purchase.sessionId) {
    const canBePaid = Date.now() < checkoutEndsAt(purchase.createdAt).getTime();
    return canBePaid ? postpone(purchase) : expire(purchase);
  }
  const checkout = await readCheckout(purchase.sessionId);
  if (checkout.isExpired) return expire(purchase);
  if (!checkout.isPaid) return postpone(purchase);
  const id = purchase._id.toHexString();
  if (!isCheckoutFor(checkout, { id, amountCents: purchase.amountCents })) return flag(purchase, checkout);

  const { buyerEmail } = checkout;
  await update(purchase, { $set: { state: 'paid', buyerEmail, paidAt: new Date() } });
  logger.info({ purchaseId: id, amountCents: purchase.amountCents }, 'gift card paid');
  return { ...purchase, buyerEmail };
}

const postpone = (purchase: PurchaseDoc): Promise<null> =>
  update(purchase, { $set: { lookAt: new Date(Date.now() + NEXT_LOOK_MS) } });

const expire = (purchase: PurchaseDoc): Promise<null> =>
  update(purchase, { $set: { state: 'expired' }, $unset: { lookAt: 1 } });

/** Keeps a card from being issued until somebody has looked into its payment. */
function flag(purchase: PurchaseDoc, checkout: Checkout): Promise<null> {
  logger.error(
    { purchaseId: purchase._id, sessionId: checkout.id },
    'checkout session does not match purchase',
  );
  return update(purchase, { $set: { state: 'flagged' }, $unset: { lookAt: 1 } });
}

async function update({ _id }: PurchaseDoc, change: UpdateQuery<PurchaseDoc>): Promise<null> {
  await PurchaseModel.updateOne({ _id }, change);
  return null;
}
