import { useEffect, useState } from 'react';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import { useToastStore } from './toast.ts';

const loadRegion = () => import('./toast-region.tsx').then(({ ToastRegion }) => ToastRegion);

/** Events of a visitor's first interaction. */
const FIRST_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Mounts the toast region. Its library loads at the first interaction, so that the live region exists before
 * the first toast.
 */
export function Toaster() {
  const [hasInteracted, setHasInteracted] = useState(false);
  const newest = useToastStore((state) => state.newest);
  const ToastRegion = useLazyImport(loadRegion, newest ?? hasInteracted);

  useEffect(() => {
    const listening = new AbortController();
    const note = () => {
      listening.abort();
      setHasInteracted(true);
    };
    for (const event of FIRST_EVENTS)
      addEventListener(event, note, { signal: listening.signal, passive: true });
    return () => listening.abort();
  }, []);

  return ToastRegion && <ToastRegion />;
}
