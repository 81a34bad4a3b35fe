import { useNavigate } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { FareFigure } from './fare-figure.tsx';
import { reopenCheckout } from './reopen-checkout.ts';
import { RideHead } from './ride-head.tsx';
import { riderStanding } from './ride-standing.ts';
import { rideTitle } from './ride-title.ts';
import { RideWhen } from './ride-when.tsx';
import './rides.css';

interface UnpaidRideCardProps {
  ride: RiderRide;
  now: Date;
  /** Its payment has been made and is being looked at, so it is not to be paid again. */
  isConfirming: boolean;
}

/** A ride that waits for its payment: until when, and Pay now. */
export function UnpaidRideCard({ ride, now, isConfirming }: UnpaidRideCardProps) {
  const navigate = useNavigate();
  const { run, isPending } = useInFlight(async () => {
    try {
      await navigate(await reopenCheckout(ride.id));
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to initialize payment. Please try again.'));
    }
  });

  return (
    <article
      aria-label={rideTitle(ride)}
      className="unpaid-grid rounded-card border border-line bg-surface p-4.5 sm:p-7"
    >
      <RideHead rideType={ride.rideType} standing={riderStanding(ride)} />
      <RoutePlaces
        pickupLocation={ride.pickupLocation}
        dropoffLocation={ride.dropoffLocation}
        className="[grid-area:route]"
      />
      <hr className="ride-rule" />
      <RideWhen ride={ride} now={now} className="[grid-area:when] sm:self-end" />
      <FareFigure ride={ride} />
      <p className="text-14 text-ink-2 [grid-area:held] sm:text-right">
        {isConfirming ? (
          'We are confirming your payment.'
        ) : (
          <>
            {ride.payBy && <>Held until {formatTimeWithZone(new Date(ride.payBy))}. </>}
            Drivers see it once it is paid.
          </>
        )}
      </p>
      {!isConfirming && (
        <Button
          className="w-full [grid-area:pay] max-sm:min-h-12 sm:self-end"
          isPending={isPending}
          pendingLabel="Processing..."
          onClick={run}
        >
          Pay now
        </Button>
      )}
    </article>
  );
}
