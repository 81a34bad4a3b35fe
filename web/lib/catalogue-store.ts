import { create } from 'zustand';
import { type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';

interface CatalogueState {
  rates: RatesVersion;
  /** `failed` after a failed load, until a later one succeeds. */
  status: 'loading' | 'loaded' | 'failed';
}

/** The rates in effect; the seeded rates until `loadCatalogue` has set them. */
export const useCatalogueStore = create<CatalogueState>(() => ({ rates: SEEDED_RATES, status: 'loading' }));
