import type { Config } from '#common/config/config-api.ts';

/** What the browser is told of an installation with card payments, without a map, a demo or raised tiers. */
export const buildConfig = (overrides: Partial<Config> = {}): Config => ({
  stripePublishableKey: 'pk_1',
  stripeJsUrl: null,
  mapTileUrl: '',
  demo: false,
  surgeCalendar: [],
  ...overrides,
});
