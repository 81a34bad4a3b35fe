import type { QueryFilter } from 'mongoose';
import { fareAsBooked } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { capturedCents } from '../../gift-cards/find-gift-card-differences.ts';
import type { MoneyDifference } from '../../money-difference.ts';
import { isPromoCaptured, listCapturedUses } from '../../promos/find-promo-differences.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/**
 * Rides that may keep their promo use: not cancelled, or cancelled with a fee or with a refund still owed.
 */
const MAY_KEEP_PROMO: QueryFilter<RideDoc> = {
  $or: [
    { status: { $ne: 'cancelled' } },
    { 'cancellation.feeCents': { $gt: 0 } },
    { refundOwed: { $ne: null } },
  ],
};

/**
 * Checks captured discounts. Gift card balances have their own check.
 *
 * @returns settled rides without the gift card or promo capture in their fare, and promo uses captured for
 * rides that were cancelled without a fee
 */
export async function findHoldDifferences(): Promise<MoneyDifference[]> {
  const differences: MoneyDifference[] = [];
  const discounted: QueryFilter<RideDoc> = {
    status: { $ne: 'cancelled' },
    paymentStatus: { $in: SETTLED },
    $or: [{ giftCardId: { $ne: null } }, { promoCodeId: { $ne: null } }],
  };
  for await (const ride of RideModel.find(discounted).lean<RideDoc[]>().cursor()) {
    const rideId = ride._id.toHexString();
    const { giftCardId, promoCodeId } = ride;
    const fare = fareAsBooked(ride);
    const report = (text: string) =>
      differences.push({
        subject: rideSubject(rideId),
        text: `ride ${rideId} ${text}`,
      });
    if (giftCardId && (await capturedCents({ giftCardId, rideId })) !== fare.giftCardCents) {
      report(`did not get ${fare.giftCardCents} of gift card ${giftCardId}`);
    }
    if (promoCodeId && !(await isPromoCaptured({ promoId: promoCodeId, rideId }))) {
      report('has a promo that it did not use');
    }
  }
  for await (const { rideId } of listCapturedUses()) {
    if (await RideModel.exists({ _id: rideId, ...MAY_KEEP_PROMO })) continue;
    differences.push({
      subject: rideSubject(rideId),
      text: `ride ${rideId} came to nothing, but keeps its use of a promo`,
    });
  }
  return differences;
}
