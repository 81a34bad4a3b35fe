import type { RideWithPromo } from './capture-promo.ts';
import { PromoModel } from './promo-model.ts';
import { type RedemptionDoc, RedemptionModel } from './redemption-model.ts';

/**
 * Gives back the use of a promo by a ride that came to nothing, whether it was still held or final already. Repeatable: what a crash
 * leaves half done, the next call ends; only a crash between the two steps of giving back a final use leaves it counted, which the audit
 * tells.
 */
export async function releasePromo({ promoId, rideId }: RideWithPromo): Promise<void> {
  const redemption = await RedemptionModel.findOneAndDelete({ rideId }).lean<RedemptionDoc>();
  const { modifiedCount } = await PromoModel.updateOne(
    { _id: promoId, 'holds.rideId': rideId },
    { $pull: { holds: { rideId } }, $inc: { uses: -1 } },
  );
  if (modifiedCount === 0 && redemption?.state === 'captured') {
    await PromoModel.updateOne({ _id: promoId }, { $inc: { uses: -1 } });
  }
}
