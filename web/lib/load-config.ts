import { type Config, readConfig } from '#common/config/config-api.ts';
import { call } from './call.ts';
import { useConfigStore } from './config-store.ts';

let pending: Promise<Config> | null = null;

/**
 * Loads the installation's configuration once per visit. After a failure, the next call loads it again.
 *
 * @throws ApiError
 */
export function loadConfig(): Promise<Config> {
  pending ??= call(readConfig).then(
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
