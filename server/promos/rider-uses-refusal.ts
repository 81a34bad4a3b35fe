import type { PromoDoc } from './promo-model.ts';
import { type RedemptionDoc, RedemptionModel } from './redemption-model.ts';

/** Why a rider has used a promo often enough, in words; null when another use is left. */
export async function riderUsesRefusal(
  { _id, perRider }: Pick<PromoDoc, '_id' | 'perRider'>,
  riderKey: string,
): Promise<string | null> {
  if (perRider === null) return null;
  const uses = await RedemptionModel.find({ promoId: _id.toHexString(), riderKey }).lean<RedemptionDoc[]>();
  if (uses.length < perRider) return null;
  return uses.some(({ state }) => state === 'held')
    ? 'Another ride of yours that is not paid yet holds this promo code'
    : 'You have already used this promo code';
}
