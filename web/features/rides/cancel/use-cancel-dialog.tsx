import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isCancellable } from '#common/rides/cancellation-in-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { isAwaitingPayment } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';

const CancelRideDialog = lazy(() =>
  import('./cancel-ride-dialog.tsx').then((module) => ({ default: module.CancelRideDialog })),
);
const GiveUpDialog = lazy(() =>
  import('./give-up-dialog.tsx').then((module) => ({ default: module.GiveUpDialog })),
);

/** The label and dialog of a button that cancels a ride. */
interface CancelDialog {
  /** Label of the button; null when the ride cannot be cancelled. */
  label: string | null;
  open: () => void;
  /** Rendered next to the button. */
  dialog: ReactNode;
}

/** Lets a rider cancel a ride, or give up an unpaid booking. The dialogs are lazy-loaded. */
export function useCancelDialog(ride: RiderRide, renderVehicle: RenderRideVehicle): CancelDialog {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const isUnpaid = isAwaitingPayment(ride);

  if (!isCancellable(ride)) return { label: null, open: close, dialog: null };
  return {
    label: isUnpaid ? 'Cancel this booking' : 'Cancel ride',
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        {isUnpaid ? (
          <GiveUpDialog ride={ride} onClose={close} />
        ) : (
          <CancelRideDialog ride={ride} renderVehicle={renderVehicle} onClose={close} />
        )}
      </Suspense>
    ),
  };
}
