import { onTestFinished, vi } from 'vitest';

const storageOf = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
});

/**
 * For one test: what this browser remembers, and a tab that remembers nothing yet; storage is a browser's alone. Returns what the browser
 * remembers.
 */
export function fakeStorage(remembered: Record<string, string> = {}): Map<string, string> {
  const items = new Map(Object.entries(remembered));
  vi.stubGlobal('localStorage', storageOf(items));
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
  onTestFinished(() => void vi.unstubAllGlobals());
  return items;
}
