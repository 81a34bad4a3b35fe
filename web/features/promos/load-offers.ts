import { listPromoOffers, type PromoOffer } from '#common/promos/promos-api.ts';
import { call } from '#web/lib/call.ts';

/** The offers that hold today. @throws ApiError */
export const loadOffers = (signal: AbortSignal): Promise<PromoOffer[]> =>
  call(listPromoOffers, {}, { signal });
