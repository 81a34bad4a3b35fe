import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

/** The state of a load: pending, failed, or its value. */
export type Loaded<T> =
  | { phase: 'loading' }
  | { phase: 'failed'; error: unknown }
  | { phase: 'loaded'; value: T };

/**
 * Loads data when the component mounts, and again when `load` is another function (wrap it in `useCallback`).
 * For lists without live updates. A reply is dropped when a later load has started.
 *
 * @returns the state; `last`, the last loaded value, to keep on screen during a reload or after it failed;
 * `reload`; and `change`, to apply the result of a write to what is on screen
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Loaded<T>>({ phase: 'loading' });
  const [last, setLast] = useState<T | null>(null);
  if (state.phase === 'loaded' && state.value !== last) setLast(state.value);
  const latest = useRef<object>({});

  const reload = useCallback(async () => {
    const reading = {};
    latest.current = reading;
    setState({ phase: 'loading' });
    const result: Loaded<T> = await fetchWithTimeout(load).then(
      (value) => ({ phase: 'loaded', value }),
      (error: unknown) => ({ phase: 'failed', error }),
    );
    if (latest.current === reading) setState(result);
  }, [load]);

  useEffect(() => {
    void reload();
    return () => {
      latest.current = {};
    };
  }, [reload]);

  const change = useCallback((edit: (value: T) => T) => {
    setState((now) => (now.phase === 'loaded' ? { phase: 'loaded', value: edit(now.value) } : now));
    setLast((now) => (now === null ? null : edit(now)));
  }, []);

  return { state, last, reload, change };
}
