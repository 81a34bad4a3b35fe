import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Whether the page is the browser's own by now. False while a page is rendered ahead and for the moment in which it is taken over, when it
 * must look as it was rendered: without hash, query or history.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
