import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

/** What was read from the server, or why it is not there. */
type Loaded<T> = { phase: 'loading' } | { phase: 'failed'; error: unknown } | { phase: 'loaded'; value: T };

/**
 * Reads something when the component appears, and again when `load` is another function (`useCallback`). For lists that are
 * not live. A reply that another reading has overtaken is dropped.
 *
 * @returns where it stands, `last` for what is to stay on screen while it is read again, and where that fails, `reload`, and `change` for
 * what the page knows better after a write
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
  }, []);

  return { state, last, reload, change };
}
