import { onTestFinished, vi } from 'vitest';

const storageOf = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
});

/** Stubs localStorage with `remembered` and an empty sessionStorage for one test. */
export function fakeStorage(remembered: Record<string, string> = {}): Map<string, string> {
  const items = new Map(Object.entries(remembered));
  vi.stubGlobal('localStorage', storageOf(items));
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
  onTestFinished(() => void vi.unstubAllGlobals());
  return items;
}
