import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { surgeDaySchema } from '../fares/surge-day.ts';

/** What the browser must know of this installation. */
export const configSchema = z.object({
  stripePublishableKey: z.string(),
  /** A script to load in place of Stripe's own, or null. */
  stripeJsUrl: z.nullable(z.string()),
  /** Address template of the map tiles. */
  mapTileUrl: z.string(),
  demo: z.boolean(),
  /** Days from today on whose tier is raised, for estimates in the browser. */
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
