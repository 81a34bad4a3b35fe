import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, MINUTE_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const snapshot = () => now;

/** A page rendered ahead does not know when it will be read; it is told once a browser has taken it over. */
const UNKNOWN = new Date(0);
const unknown = () => UNKNOWN;

/** The current time, renewed every minute: one timer for the whole page. 1970 on a page rendered ahead. */
export const useNow = (): Date => useSyncExternalStore(subscribe, snapshot, unknown);
