import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The current time by the server's clock, renewed every so many milliseconds: for what changes within a minute. */
export function useClock(everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
