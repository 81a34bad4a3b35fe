import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browser-storage.ts';

export type Theme = 'light' | 'dark';

/** The localStorage key (specification section 9). The inline script of index.html reads it too. */
const THEME_KEY = 'theme';

const listeners = new Set<() => void>();

/** Reads the class on `<html>`, which is the source of truth. */
const currentTheme = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

function paint(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const listener of listeners) listener();
}

/** Switches to the other theme and stores it. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  paint(theme);
  writeStored(THEME_KEY, theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme in use; `light` while prerendering. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, () => 'light');

/** Follows a theme chosen in another tab, and the system's theme while none is stored. */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = () => {
    const stored = readStored(THEME_KEY);
    const isDark = stored ? stored === 'dark' : system.matches;
    paint(isDark ? 'dark' : 'light');
  };
  system.addEventListener('change', applyTheme);
  addEventListener('storage', (event) => {
    if (event.key === THEME_KEY) applyTheme();
  });
}
