import { useEffect, useState, useSyncExternalStore } from 'react';
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

/** A prerendered page cannot know when it is read; hydration sets the time. */
const UNKNOWN = new Date(0);
const unknown = () => UNKNOWN;

/** The current time by the server's clock, updated every minute by one timer. 1970 while prerendering. */
export const useNow = (): Date => useSyncExternalStore(subscribe, snapshot, unknown);

/** The current time by the server's clock, renewed every so many milliseconds: for what changes within a minute. */
export function useClock(everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
