import '../rides.css';
import { Headset } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { reopenCheckout } from '../api/ride-actions.ts';
import { formatRideTitle, riderSentence, riderStatus } from '../ride-card/format-ride.ts';
import {
  FareFigure,
  type RenderRideVehicle,
  RideCard,
  RideHead,
  RidePerson,
  RideWhen,
} from '../ride-card/ride-card.tsx';

const MONEY: Partial<Record<string, string>> = {
  paid: 'Paid',
  waived: 'Nothing to pay',
  on_account: 'On account',
  refunded: 'Refunded',
  flagged: 'Our support team is looking into it.',
};

interface RiderRideCardProps {
  ride: RiderRide;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** A rider's ride that is booked or under way, with who is coming. */
export const RiderRideCard = ({ ride, now, renderVehicle }: RiderRideCardProps) => (
  <RideCard
    ride={ride}
    now={now}
    status={riderStatus(ride)}
    sentence={riderSentence(ride, now)}
    money={MONEY[ride.paymentStatus]}
    renderVehicle={renderVehicle}
  >
    {ride.driver && (
      <RidePerson name={ride.driver.firstName} detail={ride.driver.vehicle}>
        <ButtonLink to="/contact" variant="outline" className="max-sm:px-3">
          <Headset aria-hidden size={18} />
          <span className="max-sm:sr-only">Contact support</span>
        </ButtonLink>
      </RidePerson>
    )}
  </RideCard>
);

interface UnpaidRideCardProps {
  ride: RiderRide;
  now: Date;
  /** Its payment has been made and is being confirmed, so it is not to be paid again. */
  isConfirming: boolean;
}

/** A ride that waits for its payment: until when, and Pay now. */
export function UnpaidRideCard({ ride, now, isConfirming }: UnpaidRideCardProps) {
  const navigate = useNavigate();
  const { run, isPending } = useInFlight(async () => {
    // The rider's own page all the same: the server reads such addresses.
    if (ride.payLink) return window.location.assign(ride.payLink);
    try {
      const clientSecret = await reopenCheckout(ride.id);
      await navigate(`/checkout?${new URLSearchParams({ clientSecret, rideId: ride.id })}`);
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to initialize payment. Please try again.'));
    }
  });

  return (
    <article
      aria-label={formatRideTitle(ride)}
      className="unpaid-grid rounded-card border border-line bg-surface p-4.5 sm:p-7"
    >
      <RideHead rideType={ride.rideType} status={riderStatus(ride)} />
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
