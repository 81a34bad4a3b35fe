import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useToastStore } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

const DURATION_MS = 5_000;

/** Sonner at the bottom right: one toast for five seconds, kept while pointed at or focused. */
export function ToastRegion() {
  const newest = useToastStore((state) => state.newest);

  useEffect(() => {
    if (!newest) return;
    sonner.dismiss();
    sonner.custom(() => <ToastCard {...newest} />, { duration: DURATION_MS });
  }, [newest]);

  return <Sonner position="bottom-right" visibleToasts={1} offset={24} mobileOffset={16} />;
}
