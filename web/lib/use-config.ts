import { useEffect } from 'react';
import type { Config } from '#common/config/config-api.ts';
import { useConfigStore } from './config-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';

/** Loads a separate chunk, since the first paint does not need it. */
const load = () => import('./load-config.ts').then(({ loadConfig }) => loadConfig());

/**
 * Loads the installation's configuration on first use, with retries. Code that cannot do without it awaits
 * `loadConfig` and handles its failure.
 *
 * @returns null until it is loaded
 */
export function useConfig(): Config | null {
  useEffect(() => {
    const leaving = new AbortController();
    retryWithBackoff(load, leaving.signal);
    return () => leaving.abort();
  }, []);
  return useConfigStore((state) => state.config);
}
