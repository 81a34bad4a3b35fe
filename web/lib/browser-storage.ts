/** What remembers: the browser, in all its tabs and for good, or one tab until it is closed. */
type Memory = 'localStorage' | 'sessionStorage';

/** Reads what is remembered; null where nothing is, or where storage is switched off. */
export function readStored(key: string, memory: Memory = 'localStorage'): string | null {
  try {
    return globalThis[memory].getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text. Where storage is switched off or full, it simply isn't remembered. */
export function writeStored(key: string, value: string, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].setItem(key, value);
  } catch {}
}

/** Remembers it no longer. */
export function forgetStored(key: string, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].removeItem(key);
  } catch {}
}
