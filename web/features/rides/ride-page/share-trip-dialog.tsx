import { Share } from 'lucide-react';
import { useState } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { TRIP_ENDS_AFTER } from '#common/rides/trip-api.ts';
import { ConfirmEmailNotice } from '#web/components/confirm-email-notice.tsx';
import { LinkField } from '#web/components/link-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { isUnconfirmed } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { shareRide, stopSharingRide } from '../api/rider-actions.ts';

interface ShareTripDialogProps {
  ride: RiderRide;
  onClose: () => void;
}

/** Creates, shares and revokes a ride's trip link. */
export function ShareTripDialog({ ride, onClose }: ShareTripDialogProps) {
  const link = ride.tripLink && new URL(ride.tripLink, window.location.origin).href;
  const [refusal, setRefusal] = useState<unknown>(null);
  const make = useInFlight(async () => {
    try {
      await shareRide(ride.id);
      setRefusal(null);
    } catch (error) {
      if (isUnconfirmed(error)) setRefusal(error);
      else sayFailed(error);
    }
  });
  const stop = useInFlight(async () => {
    try {
      await stopSharingRide(ride.id);
      onClose();
      toast.success('Sharing stopped', 'The link no longer works.');
    } catch (error) {
      sayFailed(error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Share trip"
      description="Whoever has the link sees the pickup time, the driver's first name, the vehicle and its plate. Once the driver has set off, also the car, the stops and the route on a map. Not your name, not your fare."
    >
      {link ? (
        <div className="grid gap-3">
          <SharedLink link={link} />
          <Button
            variant="outline"
            className="min-h-12"
            isPending={stop.isPending}
            pendingLabel="Stopping..."
            onClick={() => stop.run()}
          >
            Stop sharing
          </Button>
        </div>
      ) : (
        <Button
          className="min-h-12 w-full"
          isPending={make.isPending}
          pendingLabel="Getting the link..."
          onClick={() => make.run()}
        >
          Get a link
        </Button>
      )}
      {refusal !== null && !link && (
        <div role="alert" className="mt-4 grid gap-3">
          <p className="text-14 text-danger wrap-anywhere">{messageOf(refusal, 'Not sent. Try again.')}</p>
          <ConfirmEmailNotice />
        </div>
      )}
      <p className="mt-4 text-14 text-ink-2">It works until {TRIP_ENDS_AFTER.text} after the ride.</p>
    </Dialog>
  );
}

const sayFailed = (error: unknown): void => toastFailure('Error', error, 'Not sent. Try again.');

const SharedLink = ({ link }: { link: string }) => (
  <>
    <LinkField label="Trip link" link={link} />
    {'share' in navigator && (
      <Button
        className="min-h-12"
        // Closing the system's share sheet rejects, but is not an error.
        onClick={() => void navigator.share({ title: 'My trip', url: link }).catch(() => {})}
      >
        <Share aria-hidden size={18} />
        Send
      </Button>
    )}
  </>
);
