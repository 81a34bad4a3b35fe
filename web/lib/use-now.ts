import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

// Not from `durations.ts`, which would add the chunk of the time functions to pages that need none of them.
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

/** A prerendered page cannot know the time at which it is viewed; hydration sets it. */
const UNKNOWN = new Date(0);
const unknown = () => UNKNOWN;

/** Returns the current time by the server's clock, updated each minute by one timer. 1970 in prerenders. */
export const useNow = (): Date => useSyncExternalStore(subscribe, snapshot, unknown);

/** Returns the current time by the server's clock, updated every `everyMs` milliseconds. */
export function useClock(everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
