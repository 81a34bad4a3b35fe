import { create } from 'zustand';
import type { Config } from '#common/config/config-api.ts';

/** The installation's configuration; null until `loadConfig` has set it. */
export const useConfigStore = create<{ config: Config | null }>(() => ({ config: null }));
