import { type Config, configSchema } from '#common/config.ts';
import { api } from './api-client.ts';
import { useConfigStore } from './config-store.ts';

let pending: Promise<Config> | null = null;

/** GET /api/config, once for the whole visit; after a failure the next call asks again. Throws `ApiError`. */
export function loadConfig(): Promise<Config> {
  pending ??= api.get('/api/config', { schema: configSchema }).then(
    (config) => {
      useConfigStore.setState({ config });
      return config;
    },
    (error) => {
      pending = null;
      throw error;
    },
  );
  return pending;
}
