import type { Cents } from '#common/money.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';

interface OverdueHold {
  giftCardId: string;
  rideId: string;
  amountCents: Cents;
}

const AT_ONCE = 200;

/** Holds that should have ended before `before`: what their ride came to never reached the card. */
export async function listOverdueGiftCardHolds(before: Date): Promise<OverdueHold[]> {
  const cards = await GiftCardModel.find({ 'holds.until': { $lt: before } }, { holds: 1 })
    .limit(AT_ONCE)
    .lean<Pick<GiftCardDoc, '_id' | 'holds'>[]>();
  return cards.flatMap(({ _id, holds }) =>
    holds
      .filter(({ until }) => until < before)
      .map(({ rideId, amountCents }) => ({ giftCardId: _id.toHexString(), rideId, amountCents })),
  );
}
