import { AppError } from '#common/errors.ts';
import { MOST_RESENDS } from '#common/gift-cards/gift-card-staff-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isVoided, resendGiftCard } from './fulfil-gift-card.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { addressedTo, ISSUED_STATES, PurchaseModel } from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

const DAY_MS = 86_400_000;

interface SendAgain {
  giftCardId: string;
  /** How often it had been sent again when whoever asks read it: of two at once only one is right. */
  resends: number;
  /** A corrected address. */
  recipientEmail?: string | undefined;
  /** Name of who asks. */
  by: string;
}

/**
 * Mails a gift card again, once per press.
 *
 * @returns the address before, and the one it goes to
 * @throws GIFT_CARD_CHANGED when somebody else sent it meanwhile or it is void; TOO_MANY_REQUESTS after five times
 * in 24 hours; INVALID_REQUEST without an address where none is kept; NOT_FOUND
 */
export async function sendGiftCardAgain(sending: SendAgain): Promise<{ before: string; after: string }> {
  const { giftCardId, resends: seen, recipientEmail, by } = sending;
  const { recipientEmail: before, resends = [], state } = await findPurchase(giftCardId);
  const card = await GiftCardModel.findById(giftCardId, { voidedAt: 1 }).lean<{ voidedAt?: Date }>();
  if (!ISSUED_STATES.includes(state) || !card) throw new AppError('NOT_FOUND', 'There is no such gift card.');
  if (card.voidedAt) throw voidRefusal();
  refuseTooMany(resends);

  // Long after a purchase, and where its recipient deleted their account, the address is not kept.
  const after = recipientEmail ?? before;
  if (!after) {
    throw fieldRefusal(
      'recipientEmail',
      'The address is not kept any more. Please type the one to send it to.',
    );
  }
  const at = databaseClock.now();
  // Only over the address that was read: one that is erased meanwhile stays so.
  const { modifiedCount } = await PurchaseModel.updateOne(
    { _id: giftCardId, resendCount: seen === 0 ? { $in: [0, null] } : seen, recipientEmail: before },
    { $set: { ...addressedTo(after), resendCount: seen + 1 }, $push: { resends: { at, by } } },
  );
  if (modifiedCount === 0) {
    const { resendCount = 0, resends: sent } = await findPurchase(giftCardId);
    // Only its address has changed: what is sent, or refused, goes by the new one.
    if (resendCount === seen) return sendGiftCardAgain(sending);
    const sender = sent?.at(-1)?.by ?? 'Somebody else';
    throw new AppError('GIFT_CARD_CHANGED', `${sender} sent it again a moment ago.`);
  }
  // Voided since it was read: nothing was sent. One that is voided from here on is not mailed when its turn comes.
  if (await isVoided(giftCardId)) {
    await PurchaseModel.updateOne(
      { _id: giftCardId, resendCount: seen + 1, recipientEmail: after },
      { $set: { ...addressedTo(before), resendCount: seen }, $pull: { resends: { at } } },
    );
    throw voidRefusal();
  }
  await resendGiftCard(giftCardId);
  return { before, after };
}

const voidRefusal = () => new AppError('GIFT_CARD_CHANGED', 'This card is void; its code pays for nothing.');

function refuseTooMany(resends: readonly { at: Date }[]): void {
  const earliest = resends.at(-MOST_RESENDS)?.at;
  if (resends.length < MOST_RESENDS || !earliest) return;
  const waitMs = earliest.getTime() + DAY_MS - databaseClock.nowMs();
  if (waitMs <= 0) return;
  throw new AppError('TOO_MANY_REQUESTS', `It was sent again ${MOST_RESENDS} times within a day already.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
