import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { isCancellable } from '#common/rides/format-cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { isAwaitingPayment } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';

const CancelRideDialog = lazy(() =>
  import('./cancel-ride-dialog.tsx').then((module) => ({ default: module.CancelRideDialog })),
);
const CancelUnpaidDialog = lazy(() =>
  import('./cancel-unpaid-dialog.tsx').then((module) => ({ default: module.CancelUnpaidDialog })),
);

/** Returns the label of the button that cancels a ride; null when the ride cannot be cancelled. */
export function cancelLabel(ride: RiderRide): string | null {
  if (!isCancellable(ride)) return null;
  return isAwaitingPayment(ride) ? 'Cancel this booking' : 'Cancel ride';
}

interface CancelDialog {
  /** Opens the dialog that cancels one of the rides. */
  open: (ride: RiderRide) => void;
  /** Rendered where it stays when the ride moves to another section of the page. */
  dialog: ReactNode;
}

/**
 * Lets a rider cancel one of these rides, or give up an unpaid booking. The dialog stays until the rider
 * closes it.
 */
export function useCancelDialog(
  rides: Readonly<Record<string, RiderRide>>,
  renderVehicle: RenderRideVehicle,
): CancelDialog {
  const [opened, setOpened] = useState<RiderRide | null>(null);
  return {
    open: setOpened,
    dialog: opened && (
      <Suspense>
        <OpenDialog
          ride={rides[opened.id] ?? opened}
          renderVehicle={renderVehicle}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    ),
  };
}

interface OpenDialogProps {
  ride: RiderRide;
  renderVehicle: RenderRideVehicle;
  onClose: () => void;
}

/** The dialog for the ride's state or, once it can no longer be cancelled, for its last state before. */
function OpenDialog({ ride, renderVehicle, onClose }: OpenDialogProps) {
  const isUnpaid = useRef(false);
  if (isCancellable(ride)) isUnpaid.current = isAwaitingPayment(ride);
  return isUnpaid.current ? (
    <CancelUnpaidDialog ride={ride} onClose={onClose} />
  ) : (
    <CancelRideDialog ride={ride} renderVehicle={renderVehicle} onClose={onClose} />
  );
}
