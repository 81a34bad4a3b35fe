import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query currently matches. False while prerendering, or without `matchMedia`. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (renew: () => void) => {
      const list = queryMedia(query);
      list?.addEventListener('change', renew);
      return () => list?.removeEventListener('change', renew);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => queryMedia(query)?.matches ?? false,
    () => false,
  );
}

const queryMedia = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
