import { create } from 'zustand';
import type { Config } from '#common/config/config-api.ts';

/** What the server says of this installation; null until it has answered. Filled by `loadConfig`. */
export const useConfigStore = create<{ config: Config | null }>(() => ({ config: null }));
