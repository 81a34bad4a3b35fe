import { type PromoDoc, PromoModel } from './promo-model.ts';

/** Holds that should have ended before `before`: what their ride came to never reached the promo. */
export async function listOverduePromoHolds(before: Date): Promise<{ promoId: string; rideId: string }[]> {
  const promos = await PromoModel.find({ 'holds.until': { $lt: before } }, { holds: 1 }).lean<
    Pick<PromoDoc, '_id' | 'holds'>[]
  >();
  return promos.flatMap(({ _id, holds }) =>
    holds.filter(({ until }) => until < before).map(({ rideId }) => ({ promoId: _id.toHexString(), rideId })),
  );
}
