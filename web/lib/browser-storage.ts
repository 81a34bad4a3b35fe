/** Reads what this browser remembers; null where nothing is, or where storage is switched off. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text in this browser. Where storage is switched off or full, it simply isn't remembered. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}
