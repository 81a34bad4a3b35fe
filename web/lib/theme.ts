import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browser-storage.ts';

export type Theme = 'light' | 'dark';

/** Where the choice is kept (specification section 9). The inline script of index.html reads it before the first paint. */
const THEME_KEY = 'theme';

const listeners = new Set<() => void>();

/** The theme the page is painted in: the class on `<html>` is the one truth. */
const currentTheme = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

function paint(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const listener of listeners) listener();
}

/** Paints the other theme and remembers it. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  paint(theme);
  writeStored(THEME_KEY, theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme in use; `light` while a page is rendered ahead of the browser. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, () => 'light');

/** Follows the choice made in another tab, and the system's while none was made. */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const stored = readStored(THEME_KEY);
    const isDark = stored ? stored === 'dark' : system.matches;
    paint(isDark ? 'dark' : 'light');
  };
  system.addEventListener('change', follow);
  addEventListener('storage', (event) => {
    if (event.key === THEME_KEY) follow();
  });
}
