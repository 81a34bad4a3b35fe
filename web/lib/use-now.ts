import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
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

/** The current time by the server's clock, renewed every minute: one timer for the whole page. 1970 on a page rendered ahead. */
export const useNow = (): Date => useSyncExternalStore(subscribe, snapshot, unknown);
