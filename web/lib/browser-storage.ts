import type { StoredKey } from '#web/content/stored-data.ts';

/** `localStorage` is shared by all tabs and lasts; `sessionStorage` belongs to one tab until it is closed. */
type Memory = 'localStorage' | 'sessionStorage';

/** @returns the stored text; null when there is none, or storage is switched off */
export function readStored(key: StoredKey, memory: Memory = 'localStorage'): string | null {
  try {
    return globalThis[memory].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Does nothing where storage is switched off or full. */
export function writeStored(key: StoredKey, value: string, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].setItem(key, value);
  } catch {}
}

/** Removes a stored text. */
export function forgetStored(key: StoredKey, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].removeItem(key);
  } catch {}
}
