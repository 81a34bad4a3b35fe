import type { Cents } from '#common/money.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { fulfilGiftCard } from './fulfil-gift-card.ts';
import { addressedTo, type PurchaseDoc, PurchaseModel } from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

interface Gift {
  /** Of what it is given for, and so of the card: each thing gets one. */
  id: string;
  amountCents: Cents;
  recipientEmail: string;
  recipientName: string;
  /** Why, in a sentence or two, as its recipient reads it. */
  reason: string;
}

/**
 * Gives a gift card that nobody pays for, and mails it. A repeat gives no second one, nor another amount. Should the
 * process die after the first step, `reconcile-purchases` takes the others.
 *
 * @returns what it was given with
 */
export async function giveGiftCard(gift: Gift): Promise<{ amountCents: Cents }> {
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

/** What was given for something, in cents; null where nothing was. */
export async function givenCents(id: string): Promise<Cents | null> {
  const gift = await PurchaseModel.findOne({ _id: id, state: 'given' }).lean<PurchaseDoc>();
  return gift?.amountCents ?? null;
}

/** The ids of what cards were given for until an instant. */
export async function listGifts(until: Date): Promise<string[]> {
  const gifts = await PurchaseModel.find({ state: 'given', createdAt: { $lt: until } }, { _id: 1 }).lean<
    Pick<PurchaseDoc, '_id'>[]
  >();
  return gifts.map(({ _id }) => _id.toHexString());
}
