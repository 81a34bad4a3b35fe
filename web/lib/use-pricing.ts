import { useEffect, useMemo, useState } from 'react';
import type { RatesVersion } from '#common/fares/rates.ts';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { useCatalogueStore } from './catalogue-store.ts';
import { useConfigStore } from './config-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';
import { useConfig } from './use-config.ts';

/** What a fare quote depends on besides the ride. */
export interface Pricing {
  rates: RatesVersion;
  surgeCalendar: readonly SurgeDay[];
}

/** Loads a separate chunk, since the first paint does not need it. */
const load = () =>
  import('./load-catalogue.ts')
    .then(({ loadCatalogue }) => loadCatalogue())
    .catch((error: unknown) => {
      useCatalogueStore.setState(({ status }) => (status === 'loading' ? { status: 'failed' } : {}));
      throw error;
    });

/**
 * Returns the rates in effect by the server's clock; scheduled rates apply from midnight on. Loaded on first
 * use and retried until they arrive; the seeded rates until then.
 */
export function useRates(): RatesVersion {
  useEffect(() => {
    const leaving = new AbortController();
    retryWithBackoff(load, leaving.signal);
    return () => leaving.abort();
  }, []);
  return useCatalogueStore((state) => state.rates);
}

const NO_DAYS: readonly never[] = [];

/** Rates and surge calendar for an estimate. The same object until one of them changes. */
export function usePricing(): Pricing {
  const rates = useRates();
  const surgeCalendar = useConfig()?.surgeCalendar ?? NO_DAYS;
  return useMemo(() => ({ rates, surgeCalendar }), [rates, surgeCalendar]);
}

/**
 * Whether rates and surge calendar are the installation's: `loading` until both have arrived, `failed` while
 * one of them failed to load. Estimates use what is known meanwhile; a comparison of days waits.
 */
export function usePricingStatus(): 'loading' | 'loaded' | 'failed' {
  const rates = useCatalogueStore(({ status }) => status);
  const hasCalendar = useConfigStore(({ config }) => config !== null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    import('./load-config.ts')
      .then(({ loadConfig }) => loadConfig())
      .catch(() => isCurrent && setHasFailed(true));
    return () => {
      isCurrent = false;
    };
  }, []);

  if (rates === 'failed') return 'failed';
  if (hasCalendar) return rates;
  return hasFailed ? 'failed' : 'loading';
}
