import { useEffect, useState } from 'react';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { LoadAgain } from './load-again.tsx';
import { useToastStore } from './toast.ts';

const region = lazyImport(() => import('./toast-region.tsx'));

/** Events that count as a visitor's first interaction. */
const FIRST_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Mounts the toast region. Its library is loaded at the first interaction, so that the live region exists
 * before the first toast. If that load fails, errors are still shown, because they may have the same cause.
 */
export function Toaster() {
  const [hasInteracted, setHasInteracted] = useState(false);
  const newest = useToastStore((state) => state.newest);
  const code = useLazyImport(region, newest ?? hasInteracted);

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

  if (code) return <code.ToastRegion />;
  if (code === null || newest?.kind !== 'error') return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-4 top-4 z-50 rounded-card border border-line bg-surface p-4 shadow-float"
    >
      <p className="font-medium">{newest.title}</p>
      <LoadAgain>{newest.description}</LoadAgain>
    </div>
  );
}
