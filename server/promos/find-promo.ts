import { type PromoDoc, PromoModel } from './promo-model.ts';

/** The promo with this code, upper case, or null. */
export const findPromoByCode = (code: string): Promise<PromoDoc | null> =>
  PromoModel.findOne({ code }).lean<PromoDoc>();

/** The promo with this id, or null. */
export const findPromo = (promoId: string): Promise<PromoDoc | null> =>
  PromoModel.findById(promoId).lean<PromoDoc>();
