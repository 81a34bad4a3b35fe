import { PromoModel } from './promo-model.ts';
import { RedemptionModel } from './redemption-model.ts';

/** A ride, and the promo it uses. */
export interface RideWithPromo {
  promoId: string;
  rideId: string;
}

/** Makes the use of a promo by a ride final. Repeatable. @returns whether it is; false when it is not held any more */
export async function capturePromo({ promoId, rideId }: RideWithPromo): Promise<boolean> {
  await RedemptionModel.updateOne({ rideId, state: 'held' }, { $set: { state: 'captured' } });
  const isCaptured = (await RedemptionModel.exists({ rideId, state: 'captured' })) !== null;
  if (isCaptured) await PromoModel.updateOne({ _id: promoId }, { $pull: { holds: { rideId } } });
  return isCaptured;
}
