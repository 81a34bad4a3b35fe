import { useCallback, useSyncExternalStore } from 'react';
import { formatAge } from '#common/time.ts';
import { eachMinuteAfter } from './each-minute-after.ts';

/** How long ago an instant was, in words, right to the minute. */
export function useAge(at: Date): string {
  const subscribe = useCallback((renew: () => void) => eachMinuteAfter(at, renew), [at]);
  const age = () => formatAge(at, new Date());
  return useSyncExternalStore(subscribe, age, age);
}
