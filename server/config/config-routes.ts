import { Router } from 'express';
import type { Config } from '#common/config.ts';
import { env } from '../env.ts';
import { upcomingSurgeDays } from '../fares/upcoming-surge-days.ts';

/** Everything under /api/config. */
export const configRoutes = Router();

configRoutes.get('/', async (_req, res) => {
  const config: Config = {
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeJsUrl: env.STRIPE_SIMULATOR_URL ? new URL('/v3/stripe.js', env.STRIPE_SIMULATOR_URL).href : null,
    mapTileUrl: env.MAP_TILE_URL,
    demo: env.DEMO_MODE,
    surgeCalendar: await upcomingSurgeDays(),
  };
  res.json(config);
});
