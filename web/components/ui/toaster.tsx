import { useEffect, useState } from 'react';
import { useLate } from '#web/lib/use-late.ts';
import { useToastStore } from './toast.ts';

const loadRegion = () => import('./toast-region.tsx').then(({ ToastRegion }) => ToastRegion);

/** Where toasts appear. Its library loads once the page is at rest, so that the live region stands before the first toast. */
export function Toaster() {
  const [isAtRest, setIsAtRest] = useState(false);
  const newest = useToastStore((state) => state.newest);
  const ToastRegion = useLate(loadRegion, newest ?? isAtRest);

  useEffect(() => {
    const timer = setTimeout(() => setIsAtRest(true), 2_000);
    return () => clearTimeout(timer);
  }, []);

  return ToastRegion && <ToastRegion />;
}
