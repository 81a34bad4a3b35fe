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

/** A way to cancel a ride. */
interface CancelDialog {
  /** On the button; null where the ride cannot be cancelled. */
  label: string | null;
  open: () => void;
  /** To be rendered beside the button. */
  dialog: ReactNode;
}

/** Lets a rider cancel a ride, or give up one that is not paid. The dialog's code is loaded when it is asked for. */
export function useCancelDialog(ride: RiderRide, renderVehicle: RenderRideVehicle): CancelDialog {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const isUnpaid = isAwaitingPayment(ride);

  if (!isCancellable(ride)) return { label: null, open: close, dialog: null };
  return {
    label: isUnpaid ? 'Give up this booking' : 'Cancel ride',
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
