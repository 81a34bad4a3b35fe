import { useState } from 'react';
import { sendPaymentLink } from '#common/rides/by-staff-api.ts';
import { shareForRider } from '#common/rides/for-rider-api.ts';
import { ACTIVE_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { TRIP_ENDS_AFTER } from '#common/rides/trip-api.ts';
import { LinkField } from '#web/components/link-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { receiveReply, reportRideError } from './dispatch-actions.ts';

interface TextButtonProps {
  onClick: () => void;
  isUnavailable?: boolean;
  isPending?: boolean;
  pendingLabel?: string;
  children: string;
}

/** A secondary action, in the second row of the drawer's foot. */
export const TextButton = (props: TextButtonProps) => (
  <Button variant="quiet" className="-mx-2 px-2! text-14! text-gold-ink!" {...props} />
);

/** Emails the link for an unpaid charge again. */
export function PaymentLink({ ride }: { ride: StaffRide }) {
  const { run, isPending } = useInFlight(async () => {
    try {
      const { sentTo } = await call(sendPaymentLink, { rideId: ride.id });
      toast.success('Payment link sent', `To ${sentTo}.`);
    } catch (error) {
      await reportRideError('Not sent', error, ride.id);
    }
  });
  return (
    <TextButton isPending={isPending} pendingLabel="Sending..." onClick={run}>
      Send payment link
    </TextButton>
  );
}

/** Whether a ride has a trip link, or can get one. */
export const isShareable = ({ status, paymentStatus }: StaffRide): boolean =>
  ACTIVE_STATUSES.includes(status) && SETTLED.includes(paymentStatus);

interface TripLinkProps {
  ride: StaffRide;
  isUnavailable: boolean;
}

/** Copies a ride's trip link, or shows it if the browser does not allow copying. */
export function TripLink({ ride, isUnavailable }: TripLinkProps) {
  const [shown, setShown] = useState<string | null>(null);
  const { run, isPending } = useInFlight(async () => {
    try {
      const shared = await call(shareForRider, { rideId: ride.id });
      receiveReply(shared.ride);
      const link = new URL(shared.tripLink, window.location.origin).href;
      if (await isCopied(link)) toast.success('Trip link copied', WORKS_UNTIL);
      else setShown(link);
    } catch (error) {
      await reportRideError('No trip link', error, ride.id);
    }
  });
  return (
    <>
      <TextButton
        isUnavailable={isUnavailable}
        isPending={isPending}
        pendingLabel="Getting the link..."
        onClick={run}
      >
        Copy trip link
      </TextButton>
      {shown && (
        <Dialog
          isOpen
          onClose={() => setShown(null)}
          title="Trip link"
          description={`Anyone with it can follow ${ride.customerName}’s ride: the car, the driver’s first name, the plate and the arrival.`}
        >
          <LinkField label="Trip link" link={shown} />
          <p className="mt-4 text-14 text-ink-2">{WORKS_UNTIL}</p>
        </Dialog>
      )}
    </>
  );
}

const WORKS_UNTIL = `It works until ${TRIP_ENDS_AFTER.text} after the ride.`;

/** The clipboard is unavailable without HTTPS, and browser settings may deny access to it. */
const isCopied = (text: string): Promise<boolean> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => true,
      () => false,
    );
