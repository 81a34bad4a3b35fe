import type { Cents } from '#common/money.ts';
import { refundGiftCard, releaseGiftCard } from '../gift-cards/ledger.ts';
import { releasePromo } from '../promos/promo-holds.ts';

interface Holder {
  rideId: string;
  promoCodeId: string | null;
  giftCardId: string | null;
  giftCardCents: Cents;
}

/**
 * Gives back all that a ride took of a promo and a gift card, once the ride is called off or is known never to have been written. What
 * was captured a moment before, by a payment that came too late, is refunded. Repeatable.
 */
export async function releaseHolds({
  rideId,
  promoCodeId,
  giftCardId,
  giftCardCents,
}: Holder): Promise<void> {
  if (promoCodeId) await releasePromo({ promoId: promoCodeId, rideId });
  if (!giftCardId) return;
  await releaseGiftCard({ giftCardId, rideId });
  await refundGiftCard({ giftCardId, rideId, amountCents: giftCardCents, reason: 'paid-too-late' });
}
