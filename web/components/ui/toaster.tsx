import { useEffect, useState } from 'react';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import { useToastStore } from './toast.ts';

const loadRegion = () => import('./toast-region.tsx').then(({ ToastRegion }) => ToastRegion);

/** Events of a visitor's first interaction. */
const FIRST_ACTS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Mounts the toast region. Its library loads at the first interaction, so that the live region exists before
 * the first toast.
 */
export function Toaster() {
  const [hasActed, setHasActed] = useState(false);
  const newest = useToastStore((state) => state.newest);
  const ToastRegion = useLazyImport(loadRegion, newest ?? hasActed);

  useEffect(() => {
    const heard = new AbortController();
    const note = () => {
      heard.abort();
      setHasActed(true);
    };
    for (const act of FIRST_ACTS) addEventListener(act, note, { signal: heard.signal, passive: true });
    return () => heard.abort();
  }, []);

  return ToastRegion && <ToastRegion />;
}
