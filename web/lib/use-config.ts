import { useEffect } from 'react';
import type { Config } from '#common/config/config-api.ts';
import { useConfigStore } from './config-store.ts';
import { keepTrying } from './keep-trying.ts';

/** No page waits for it to be painted, so the code that fetches it is loaded apart. */
const load = () => import('./load-config.ts').then(({ loadConfig }) => loadConfig());

/**
 * The installation's configuration, fetched when first asked for. Null meanwhile, and while the server can't be reached: screens that
 * ask here do without until it can. What cannot do without awaits `loadConfig` and hears of the failure.
 */
export function useConfig(): Config | null {
  useEffect(() => {
    const leaving = new AbortController();
    keepTrying(load, leaving.signal);
    return () => leaving.abort();
  }, []);
  return useConfigStore((state) => state.config);
}
