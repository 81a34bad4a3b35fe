import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { cancelOwnRide, isRideChangedError, reloadRide } from './cancel-own-ride.ts';
import { formatTooLate, TooLateNotice } from './too-late-to-cancel.tsx';

interface CancelUnpaidDialogProps {
  ride: RiderRide;
  onClose: () => void;
}

/**
 * Confirms that a rider cancels an unpaid booking. Stays open when it expires, and says what happened.
 */
export function CancelUnpaidDialog({ ride, onClose }: CancelUnpaidDialogProps) {
  const { run, isPending } = useInFlight(async () => {
    try {
      await cancelOwnRide({ rideId: ride.id, expectedFeeCents: 0, expectsUnpaid: true });
      toast.success('Booking cancelled', 'You have not been charged.');
      onClose();
    } catch (error) {
      toastFailure('Not cancelled', error);
      // When it was paid in that moment, it must be cancelled as a booked ride, with a refund.
      if (!isRideChangedError(error)) return;
      await reloadRide(ride.id);
      onClose();
    }
  });

  const tooLate = isPending ? null : formatTooLate(ride);
  if (tooLate) {
    return (
      <Dialog isOpen onClose={onClose} title={tooLate.title}>
        <TooLateNotice text={tooLate.text} onClose={onClose} />
      </Dialog>
    );
  }

  const credit = ride.giftCardId === null ? '' : ' Your gift card balance is restored.';
  const both = ride.order ? ' The ride there and the ride back are one booking until you pay.' : '';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={ride.order ? 'Cancel both rides?' : 'Cancel this booking?'}
      description={`Nothing was charged.${both}${credit}`}
    >
      <div className="grid gap-3">
        <Button className="min-h-12" autoFocus isUnavailable={isPending} onClick={onClose}>
          Keep booking
        </Button>
        <Button
          variant="outline"
          className="min-h-12"
          isPending={isPending}
          pendingLabel="Cancelling..."
          onClick={() => run()}
        >
          Cancel booking
        </Button>
      </div>
    </Dialog>
  );
}
