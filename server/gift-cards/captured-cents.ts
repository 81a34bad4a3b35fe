import type { Cents } from '#common/money.ts';
import type { RideOnCard } from './close-hold.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';

/** What a ride took of a card for good, before any refund; null when nothing. */
export async function capturedCents({ giftCardId, rideId }: RideOnCard): Promise<Cents | null> {
  const card = await GiftCardModel.findOne(
    { _id: giftCardId, 'captures.rideId': rideId },
    { entries: 1 },
  ).lean<Pick<GiftCardDoc, 'entries'>>();
  const hold = card?.entries.find((entry) => entry.kind === 'hold' && entry.rideId === rideId);
  return hold ? -hold.amountCents : null;
}
