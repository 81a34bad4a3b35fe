import type { Cents } from '#common/money.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';

interface OverdueHold {
  giftCardId: string;
  rideId: string;
  amountCents: Cents;
}

/**
 * Holds that should have ended before `before`: what their ride came to never reached the card. All of them, since those
 * that rides under review keep would hide the others behind a limit.
 */
export async function listOverdueGiftCardHolds(before: Date): Promise<OverdueHold[]> {
  const cards = await GiftCardModel.find({ 'holds.until': { $lt: before } }, { holds: 1 })
    .sort({ 'holds.until': 1 })
    .lean<Pick<GiftCardDoc, '_id' | 'holds'>[]>();
  return cards.flatMap(({ _id, holds }) =>
    holds
      .filter(({ until }) => until < before)
      .map(({ rideId, amountCents }) => ({ giftCardId: _id.toHexString(), rideId, amountCents })),
  );
}
