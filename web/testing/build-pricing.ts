import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';

/** Builds the specification's rates, without surge tiers. */
export const buildPricing = (overrides: Partial<Pricing> = {}): Pricing => ({
  rates: SEEDED_RATES,
  surgeCalendar: [],
  ...overrides,
});
