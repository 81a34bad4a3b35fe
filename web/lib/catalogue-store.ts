import { create } from 'zustand';
import { type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';

/** The rates in effect; the seeded ones until `loadCatalogue` has set them. */
export const useCatalogueStore = create<{ rates: RatesVersion }>(() => ({ rates: SEEDED_RATES }));
