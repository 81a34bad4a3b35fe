import type { Cents } from '#common/money.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { fulfilGiftCard } from './fulfil-gift-card.ts';
import { addressedTo, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

interface Gift {
  /**
   * Id of the document that the gift is for, such as a ride. Also becomes the card's id, so each gets at most
   * one gift.
   */
  id: string;
  amountCents: Cents;
  recipientEmail: string;
  recipientName: string;
  /** The reason in one or two sentences, shown to the recipient. */
  reason: string;
}

/**
 * Creates and mails a gift card free of charge. Idempotent: a repeated call neither creates a second card nor
 * changes the amount. If the process dies after the first step, `reconcile-purchases` completes the others.
 *
 * @returns the amount that was given
 */
export async function grantGiftCard(gift: Gift): Promise<{ amountCents: Cents }> {
  await writeGift(gift);
  await fulfilGiftCard(gift.id);
  return findPurchase(gift.id);
}

async function writeGift({ id, amountCents, recipientEmail, recipientName, reason }: Gift): Promise<void> {
  const now = databaseClock.now();
  try {
    await PurchaseModel.create({
      _id: id,
      amountCents,
      ...addressedTo(recipientEmail),
      recipientName,
      personalMessage: reason,
      sessionId: null,
      state: 'given',
      buyerEmail: null,
      createdAt: now,
      paidAt: null,
      lookAt: now,
    });
    logger.info({ purchaseId: id, amountCents }, 'gift card given');
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Returns the amount in cents that was given for a document. Null if nothing was. */
export async function givenCents(id: string): Promise<Cents | null> {
  const gift = await PurchaseModel.findOne({ _id: id, state: 'given' }).lean<PurchaseDoc>();
  return gift?.amountCents ?? null;
}

/** Returns the ids of the documents that got a gift before an instant. */
export async function listGrants(until: Date): Promise<string[]> {
  const gifts = await PurchaseModel.find({ state: 'given', createdAt: { $lt: until } }, { _id: 1 }).lean<
    Pick<PurchaseDoc, '_id'>[]
  >();
  return gifts.map(({ _id }) => _id.toHexString());
}
