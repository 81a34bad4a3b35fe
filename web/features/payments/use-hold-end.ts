import { useEffect, useRef } from 'react';
import { serverNow } from '#web/lib/server-clock.ts';

/** Calls back at the instant (ISO 8601) at which a hold ends; null for none. */
export function useHoldEnd(payBy: string | null, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    if (payBy === null) return;
    const timer = setTimeout(() => latest.current(), Math.max(0, Date.parse(payBy) - serverNow().getTime()));
    return () => clearTimeout(timer);
  }, [payBy]);
}
