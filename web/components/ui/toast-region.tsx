import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useToastStore } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

const DURATION_MS = 5_000;

/** Where a toast covers nothing that can be pressed: below the page, but above a dialog, whose actions stand at its foot. */
const placeToast = () =>
  document.querySelector('[role=dialog][data-state=open]') ? 'top-right' : 'bottom-right';

/** Sonner at the right: one toast for five seconds, kept while pointed at or focused. */
export function ToastRegion() {
  const newest = useToastStore((state) => state.newest);

  useEffect(() => {
    if (!newest) return;
    // Under its own id, so that an effect run twice, as React does in development, shows one toast.
    const { id, ...content } = newest;
    sonner.custom(() => <ToastCard {...content} />, {
      id,
      duration: DURATION_MS,
      position: placeToast(),
    });
    return () => {
      sonner.dismiss(id);
    };
  }, [newest]);

  return <Sonner position="bottom-right" visibleToasts={1} offset={24} mobileOffset={16} />;
}
