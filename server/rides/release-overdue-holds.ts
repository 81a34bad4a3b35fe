import type { PaymentStatus } from '#common/rides/status.ts';
import { listOverdueGiftCardHolds } from '../gift-cards/ledger.ts';
import { listOverduePromoHolds } from '../promos/promo-holds.ts';
import { releaseHolds } from './release-holds.ts';
import { RideModel } from './ride-model.ts';

/** Time a hold gets to be ended by what became of its ride. */
const GRACE_MS = 30_000;

const CALLED_OFF: PaymentStatus[] = ['expired', 'refunded'];

/**
 * Gives back what is held long past its time for rides that were never written or were called off: a process died in between. Rides
 * that still wait for their payment, or for somebody to look into it, keep what they hold.
 */
export async function releaseOverdueHolds(): Promise<void> {
  const before = new Date(Date.now() - GRACE_MS);
  const [ofCards, ofPromos] = await Promise.all([
    listOverdueGiftCardHolds(before),
    listOverduePromoHolds(before),
  ]);
  const holders = [
    ...ofCards.map(({ rideId, giftCardId, amountCents }) => ({
      rideId,
      giftCardId,
      giftCardCents: amountCents,
      promoCodeId: null,
    })),
    ...ofPromos.map(({ rideId, promoId }) => ({
      rideId,
      promoCodeId: promoId,
      giftCardId: null,
      giftCardCents: 0,
    })),
  ];
  for (const holder of holders) {
    const isWanted = await RideModel.exists({ _id: holder.rideId, paymentStatus: { $nin: CALLED_OFF } });
    if (!isWanted) await releaseHolds(holder);
  }
}
