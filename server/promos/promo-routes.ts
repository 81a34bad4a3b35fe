import { Router } from 'express';
import { listPromoOffers } from './list-promo-offers.ts';

/** Everything under /api/promos. */
export const promoRoutes = Router();

promoRoutes.get('/', async (_req, res) => {
  res.json(await listPromoOffers());
});
