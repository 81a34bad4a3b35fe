import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { surgeDaySchema } from '../fares/surge-day.ts';

/** Settings of this installation that the browser needs. */
export const configSchema = z.object({
  stripePublishableKey: z.string(),
  /** A script to load instead of Stripe.js; null for Stripe.js itself. */
  stripeJsUrl: z.nullable(z.string()),
  /** URL template of the map tiles. */
  mapTileUrl: z.string(),
  demo: z.boolean(),
  /** Days from today on with a raised surge tier, for estimates in the browser. */
  surgeCalendar: z.array(surgeDaySchema),
});
export type Config = z.infer<typeof configSchema>;

export const readConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Reads the settings that the browser needs: Stripe, map tiles, demo mode and the surge calendar.',
  who: 'anybody',
  reply: configSchema,
});
