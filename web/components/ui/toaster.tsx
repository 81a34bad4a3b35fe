import { lazy, Suspense, useEffect, useState } from 'react';
import { useToastStore } from './toast.ts';

const ToastRegion = lazy(() =>
  import('./toast-region.tsx').then(({ ToastRegion }) => ({ default: ToastRegion })),
);

/** Where toasts appear. Its library loads once the page is at rest, so that the live region stands before the first toast. */
export function Toaster() {
  const [isAtRest, setIsAtRest] = useState(false);
  const hasToast = useToastStore(({ newest }) => newest !== null);

  useEffect(() => {
    const timer = setTimeout(() => setIsAtRest(true), 2_000);
    return () => clearTimeout(timer);
  }, []);

  return <Suspense>{(isAtRest || hasToast) && <ToastRegion />}</Suspense>;
}
