import type { PromoDoc } from './promo-model.ts';
import { type RedemptionDoc, RedemptionModel } from './redemption-model.ts';
import { usesPerRider } from './uses-per-rider.ts';

/** Why a rider has used a promo often enough, in words; null when another use is left. */
export async function riderUsesRefusal(
  promo: Pick<PromoDoc, '_id' | 'firstRideOnly' | 'perRider'>,
  riderKey: string,
): Promise<string | null> {
  const most = usesPerRider(promo);
  if (most === null) return null;
  const promoId = promo._id.toHexString();
  const uses = await RedemptionModel.find({ promoId, riderKey }).lean<RedemptionDoc[]>();
  if (uses.length < most) return null;
  return uses.some(({ state }) => state === 'held')
    ? 'Another ride of yours that is not paid yet holds this promo code'
    : 'You have already used this promo code';
}
