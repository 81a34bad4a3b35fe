import * as z from 'zod/mini';
import { type PromoOffer, promoOfferSchema } from '#common/promos/promo.ts';
import { api } from '#web/lib/api-client.ts';

const replySchema = z.array(promoOfferSchema);

/** GET /api/promos: the offers that hold today. Throws `ApiError`. */
export const loadOffers = (signal: AbortSignal): Promise<PromoOffer[]> =>
  api.get('/api/promos', { schema: replySchema, signal });
