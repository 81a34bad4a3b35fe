import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { MAX_RESENDS_PER_DAY } from '#common/gift-cards/gift-card-staff-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { fulfilGiftCard, isVoided } from './fulfil-gift-card.ts';
import { GiftCardModel } from './gift-card-model.ts';
import {
  addressedTo,
  ISSUED_STATES,
  PurchaseModel,
  readdressedTo,
  withRecipientOf,
} from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

interface SendAgain {
  giftCardId: string;
  /** The number of resends that the admin saw. Of two concurrent requests, only one matches. */
  resends: number;
  /** A corrected address. */
  recipientEmail?: string | undefined;
  /** Name of the admin. */
  by: string;
}

/**
 * Mails a gift card again, once per request. If the process dies meanwhile, `reconcile-purchases` does so.
 *
 * @returns the former address and the one it is sent to
 * @throws AppError GIFT_CARD_CHANGED if another admin sent it first or it is voided
 * @throws AppError TOO_MANY_REQUESTS after five times in 24 hours, NOT_FOUND
 * @throws AppError INVALID_REQUEST if no address is given or stored
 */
export async function sendGiftCardAgain(sending: SendAgain): Promise<{ before: string; after: string }> {
  const { giftCardId, resends: seen, recipientEmail, by } = sending;
  const purchase = await findPurchase(giftCardId);
  const { recipientEmail: before, erasureOwedSince, resends = [], state } = purchase;
  const card = await GiftCardModel.findById(giftCardId, { voidedAt: 1 }).lean<{ voidedAt?: Date }>();
  if (!ISSUED_STATES.includes(state) || !card) throw new AppError('NOT_FOUND', 'There is no such gift card.');
  if (card.voidedAt) throw voidRefusal();
  refuseTooMany(resends);

  // The stored address is empty long after the purchase, or after the recipient deleted their account.
  const after = recipientEmail ?? before;
  if (!after) {
    throw fieldRefusal(
      'recipientEmail',
      'The address is no longer stored. Please enter the one to send it to.',
    );
  }
  const at = databaseClock.now();
  const { $set, ...change } = readdressedTo(after, purchase);
  // Guarded by the recipient that was read, so that an address erased concurrently is not restored.
  const { modifiedCount } = await PurchaseModel.updateOne(
    {
      _id: giftCardId,
      resendCount: seen === 0 ? { $in: [0, null] } : seen,
      ...withRecipientOf(purchase),
    },
    {
      ...change,
      $set: { ...$set, resendCount: seen + 1, resendOwedSince: at },
      $push: { resends: { at, by } },
    },
  );
  if (modifiedCount === 0) {
    const { resendCount = 0, resends: sent } = await findPurchase(giftCardId);
    // Only the recipient has changed: start over with the new one.
    if (resendCount === seen) return sendGiftCardAgain(sending);
    const sender = sent?.at(-1)?.by ?? 'Someone else';
    throw new AppError('GIFT_CARD_CHANGED', `${sender} sent it again a moment ago.`);
  }
  // Voided since it was read: take the resend back. If it is voided later, the email is dropped when it is
  // due.
  if (await isVoided(giftCardId)) {
    await PurchaseModel.updateOne(
      { _id: giftCardId, resendCount: seen + 1, recipientEmail: after },
      {
        $set: { ...addressedTo(before), resendCount: seen, ...(erasureOwedSince && { erasureOwedSince }) },
        $unset: { resendOwedSince: 1 },
        $pull: { resends: { at } },
      },
    );
    throw voidRefusal();
  }
  await fulfilGiftCard(giftCardId);
  return { before, after };
}

const voidRefusal = () => new AppError('GIFT_CARD_CHANGED', 'This card is void. Its code no longer works.');

function refuseTooMany(resends: readonly { at: Date }[]): void {
  const earliest = resends.at(-MAX_RESENDS_PER_DAY)?.at;
  if (resends.length < MAX_RESENDS_PER_DAY || !earliest) return;
  const waitMs = earliest.getTime() + DAY_MS - databaseClock.nowMs();
  if (waitMs <= 0) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `It was already sent again ${MAX_RESENDS_PER_DAY} times within a day.`,
    {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    },
  );
}
