import { useEffect } from 'react';
import type { Config } from '#common/config.ts';
import { useConfigStore } from './config-store.ts';

/** The installation's configuration, fetched when first asked for. Null meanwhile, and while the server can't be reached. */
export function useConfig(): Config | null {
  useEffect(() => {
    // No page waits for it to be painted, so the code that fetches it is loaded apart.
    import('./load-config.ts')
      .then(({ loadConfig }) => loadConfig())
      .catch(() => {
        // Screens that ask here do without; what needs it awaits `loadConfig` and hears of the failure.
      });
  }, []);
  return useConfigStore((state) => state.config);
}
