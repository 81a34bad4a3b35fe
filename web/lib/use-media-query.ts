import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, as it changes. Where nothing can be asked, as while prerendering, it does not. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (renew: () => void) => {
      const list = ask(query);
      list?.addEventListener('change', renew);
      return () => list?.removeEventListener('change', renew);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => ask(query)?.matches ?? false,
    () => false,
  );
}

const ask = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
