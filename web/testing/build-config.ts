import type { Config } from '#common/config/config-api.ts';

/** Builds the configuration of an installation with card payments, without map, demo mode or surge tiers. */
export const buildConfig = (overrides: Partial<Config> = {}): Config => ({
  stripePublishableKey: 'pk_1',
  stripeJsUrl: null,
  mapTileUrl: '',
  demo: false,
  surgeCalendar: [],
  ...overrides,
});
