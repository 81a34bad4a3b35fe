import { onTestFinished, vi } from 'vitest';

/** For one test: what this browser remembers, `localStorage` being a browser's alone. */
export function fakeStorage(remembered: Record<string, string> = {}): Map<string, string> {
  const items = new Map(Object.entries(remembered));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return items;
}
