import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useToastStore } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

const DURATION_MS = 5_000;

/** From the top of a wide window, in pixels: under the page's header, or over the scrim of a dialog. */
const topOffset = () => (document.querySelector('[role=dialog][data-state=open]') ? 24 : 84);

/**
 * Sonner at the top right: one toast for five seconds, kept while pointed at or focused. At the foot, where toasts often stand, are the
 * buttons that are pressed next: Complete Payment again, Accept Ride on another card.
 */
export function ToastRegion() {
  const newest = useToastStore((state) => state.newest);

  useEffect(() => {
    if (!newest) return;
    // Under its own id, so that an effect run twice, as React does in development, shows one toast.
    const { id, ...content } = newest;
    sonner.custom(() => <ToastCard {...content} />, {
      id,
      duration: DURATION_MS,
    });
    return () => {
      sonner.dismiss(id);
    };
  }, [newest]);

  return (
    <Sonner
      position="top-right"
      visibleToasts={1}
      offset={{ top: topOffset(), right: 24 }}
      mobileOffset={16}
    />
  );
}
