import type { StoredKey } from '#web/content/stored-data.ts';

/** `localStorage` persists and is shared by all tabs; `sessionStorage` lasts until its tab is closed. */
type Memory = 'localStorage' | 'sessionStorage';

/** Reads a stored text. @returns null when there is none or storage is disabled */
export function readStored(key: StoredKey, memory: Memory = 'localStorage'): string | null {
  try {
    return globalThis[memory].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Does nothing when storage is disabled or full. */
export function writeStored(key: StoredKey, value: string, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].setItem(key, value);
  } catch {}
}

/** Removes a stored text. */
export function removeStored(key: StoredKey, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].removeItem(key);
  } catch {}
}
