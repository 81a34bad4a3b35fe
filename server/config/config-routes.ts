import { readConfig } from '#common/config/config-api.ts';
import { env } from '../env.ts';
import { upcomingSurgeDays } from '../fares/surge-calendar.ts';
import { createApiRoutes } from '../http/api-routes.ts';

export const configRoutes = createApiRoutes();

configRoutes.handle(readConfig, async () => ({
  stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
  stripeJsUrl: env.STRIPE_SIMULATOR_URL ? new URL('/v3/stripe.js', env.STRIPE_SIMULATOR_URL).href : null,
  mapTileUrl: env.MAP_TILE_URL,
  demo: env.DEMO_MODE,
  surgeCalendar: await upcomingSurgeDays(),
}));
