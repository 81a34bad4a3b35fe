import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is mounted and `isOn`. The browser releases the lock of a hidden
 * page, so it is requested again when the page becomes visible. If it is refused (low battery) or
 * unsupported, the screen turns off as usual.
 */
export function useWakeLock(isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    let lock: WakeLockSentinel | null = null;

    const request = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      const granted = await navigator.wakeLock?.request('screen').catch(() => null);
      if (ended.signal.aborted) await granted?.release();
      else lock = granted ?? null;
    };

    document.addEventListener('visibilitychange', request, { signal: ended.signal });
    void request();
    return () => {
      ended.abort();
      void lock?.release();
    };
  }, [isOn]);
}
