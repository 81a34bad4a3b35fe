import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is on it, and `isOn`. The browser lets it go with a page that is hidden, so it is asked for again
 * when the page is back. Where it is refused, as with little battery left, or there is no such thing, the screen goes off as ever.
 */
export function useWakeLock(isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    let lock: WakeLockSentinel | null = null;

    const request = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      const asked = await navigator.wakeLock?.request('screen').catch(() => null);
      if (ended.signal.aborted) await asked?.release();
      else lock = asked ?? null;
    };

    document.addEventListener('visibilitychange', request, { signal: ended.signal });
    void request();
    return () => {
      ended.abort();
      void lock?.release();
    };
  }, [isOn]);
}
