import type { RideWithPromo } from './capture-promo.ts';
import { RedemptionModel } from './redemption-model.ts';

/** Whether the use of a promo by a ride is final. */
export async function isPromoCaptured({ promoId, rideId }: RideWithPromo): Promise<boolean> {
  return (await RedemptionModel.exists({ promoId, rideId, state: 'captured' })) !== null;
}
