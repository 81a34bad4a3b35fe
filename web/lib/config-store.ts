import { create } from 'zustand';
import type { Config } from '#common/config/config-api.ts';

interface ConfigState {
  config: Config | null;
  /** An attempt to load it was in vain, and none has succeeded since. */
  hasFailed: boolean;
}

/** The installation's configuration; null until `loadConfig` has set it. */
export const useConfigStore = create<ConfigState>(() => ({ config: null, hasFailed: false }));
