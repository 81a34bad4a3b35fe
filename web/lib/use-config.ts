import { useEffect } from 'react';
import type { Config } from '#common/config/config-api.ts';
import { useConfigStore } from './config-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';

/** A chunk of its own, since no first paint needs it. */
const load = () =>
  import('./load-config.ts')
    .then(({ loadConfig }) => loadConfig())
    .catch((error: unknown) => {
      useConfigStore.setState({ hasFailed: true });
      throw error;
    });

/**
 * The installation's configuration, fetched on first use and retried until it arrives. What cannot do without
 * it awaits `loadConfig` and handles its failure.
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
