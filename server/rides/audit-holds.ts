import type { QueryFilter } from 'mongoose';
import { SETTLED } from '#common/rides/status.ts';
import { capturedCents } from '../gift-cards/ledger-audit.ts';
import { isPromoCaptured } from '../promos/promo-audit.ts';
import { type RideDoc, RideModel } from './ride-model.ts';

/**
 * Settled rides that did not get of a gift card or a promo what they count on; none when all is well. What was called off is giving it
 * back.
 */
export async function auditHolds(): Promise<string[]> {
  const faults: string[] = [];
  const discounted: QueryFilter<RideDoc> = {
    status: { $ne: 'cancelled' },
    paymentStatus: { $in: SETTLED },
    $or: [{ giftCardId: { $ne: null } }, { promoCodeId: { $ne: null } }],
  };
  for await (const ride of RideModel.find(discounted).lean<RideDoc[]>().cursor()) {
    const rideId = ride._id.toHexString();
    const { giftCardId, promoCodeId, fare } = ride;
    if (giftCardId && (await capturedCents({ giftCardId, rideId })) !== fare.giftCardCents) {
      faults.push(`ride ${rideId} did not get ${fare.giftCardCents} of gift card ${giftCardId}`);
    }
    if (promoCodeId && !(await isPromoCaptured({ promoId: promoCodeId, rideId }))) {
      faults.push(`ride ${rideId} has a promo that it did not use`);
    }
  }
  return faults;
}
