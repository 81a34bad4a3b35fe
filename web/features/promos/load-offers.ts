import { listPromoOffers, type PromoOffer } from '#common/promos/promos-api.ts';
import { call } from '#web/lib/call.ts';

/** Reads the offers that are valid today. @throws ApiError */
export const loadOffers = (signal: AbortSignal): Promise<PromoOffer[]> =>
  call(listPromoOffers, {}, { signal });
