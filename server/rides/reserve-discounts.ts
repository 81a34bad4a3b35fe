import { fieldRefusal } from '../field-refusal.ts';
import { holdGiftCard } from '../gift-cards/ledger.ts';
import { holdPromo, releasePromo } from '../promos/promo-holds.ts';
import type { RideDoc } from './ride-model.ts';

/**
 * Holds what a drafted ride takes of a promo and a gift card, before the ride is written: a ride never counts on what it has not got,
 * and a hold whose ride never came to be runs out.
 *
 * @returns whether all of it is held; false when the gift card no longer has what the draft counts on
 * Throws INVALID_REQUEST when the promo has just been used up.
 */
export async function reserveDiscounts(draft: RideDoc): Promise<boolean> {
  const { promoCodeId, giftCardId, riderKey, payBy: until } = draft;
  const rideId = draft._id.toHexString();
  if (promoCodeId) {
    const refusal = await holdPromo({ promoId: promoCodeId, rideId, riderKey, until });
    if (refusal) throw fieldRefusal('promoCodeId', refusal);
  }
  if (!giftCardId) return true;

  const isHeld = await holdGiftCard({
    giftCardId,
    rideId,
    amountCents: draft.fare.giftCardCents,
    memo: draft.dropoffLocation,
    until,
  });
  if (!isHeld && promoCodeId) await releasePromo({ promoId: promoCodeId, rideId });
  return isHeld;
}
