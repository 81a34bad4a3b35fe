import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import '../rides.css';
import { Headset } from 'lucide-react';
import { cancellationSentence } from '#common/rides/format-cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { cancelLabel } from '../cancel/use-cancel-dialog.tsx';
import {
  formatRideTitle,
  formatUnpaid,
  isStillSearching,
  riderSentence,
  riderStatus,
  unpaidLabels,
} from '../ride-card/format-ride.ts';
import {
  FareFigure,
  type RenderRideVehicle,
  RideCard,
  RideHead,
  RidePerson,
  RideWhen,
} from '../ride-card/ride-card.tsx';
import { searchEnd } from '../ride-card/rider-headline.ts';
import { usePayNow } from './use-pay-now.ts';

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
  onCancel: (ride: RiderRide) => void;
}

/** A booked ride or one in progress, with its driver. */
export const RiderRideCard = ({ ride, now, renderVehicle, onCancel }: RiderRideCardProps) => (
  <RideCard
    ride={ride}
    now={now}
    status={riderStatus(ride)}
    sentence={riderSentence(ride, now)}
    money={MONEY[ride.paymentStatus]}
    renderVehicle={renderVehicle}
  >
    {ride.driver && (
      <RidePerson name={ride.driver.firstName} detail={<VehicleAndPlate vehicle={ride.driver.vehicle} />}>
        <ButtonLink to="/contact" variant="outline" className="max-sm:px-3">
          <Headset aria-hidden size={18} />
          <span className="max-sm:sr-only">Contact support</span>
        </ButtonLink>
      </RidePerson>
    )}
    <CardFoot ride={ride} now={now} onCancel={onCancel} />
  </RideCard>
);

/** The last line of a card: the cancellation terms, the cancel button and a link to the ride's page. */
function CardFoot({ ride, now, onCancel }: Omit<RiderRideCardProps, 'renderVehicle'>) {
  const label = cancelLabel(ride);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3 border-line border-t pt-4 sm:mt-5 sm:pt-5">
      <p className="text-14 text-ink-2 max-sm:w-full sm:mr-auto">
        {isStillSearching(ride) && `${searchEnd(ride)} `}
        {cancellationSentence(ride, now)}
      </p>
      {label && (
        <Button variant="quiet" className="max-sm:-ml-5" onClick={() => onCancel(ride)}>
          {label}
        </Button>
      )}
      <ViewRide ride={ride} className="max-sm:ml-auto" />
    </div>
  );
}

/** Links to a ride's page. Labelled with the route for screen readers, since a list has several. */
export const ViewRide = ({ ride, className }: { ride: RiderRide; className?: string }) => (
  <ButtonLink to={`/my-rides/${ride.id}`} variant="outline" className={className}>
    View ride<span className="sr-only">, {formatRideTitle(ride)}</span>
  </ButtonLink>
);

interface UnpaidRideCardProps {
  ride: RiderRide;
  now: Date;
  /** The payment is being confirmed, so the ride must not be paid again. */
  isConfirming: boolean;
  onCancel: (ride: RiderRide) => void;
}

/** An unpaid ride: how long it is held, and the button to pay. */
export function UnpaidRideCard({ ride, now, isConfirming, onCancel }: UnpaidRideCardProps) {
  const { run, isPending } = usePayNow(ride);
  const label = cancelLabel(ride);

  return (
    <article
      aria-label={formatRideTitle(ride)}
      className="unpaid-grid rounded-card border border-line bg-surface p-4.5 sm:p-7"
    >
      <RideHead rideType={ride.rideType} status={riderStatus(ride)} />
      <RoutePlaces
        pickupLocation={ride.pickupLocation}
        stops={ride.stops}
        dropoffLocation={ride.dropoffLocation}
        className="[grid-area:route]"
      />
      <hr className="ride-rule" />
      <RideWhen ride={ride} now={now} className="[grid-area:when] sm:self-end" />
      <FareFigure ride={ride} />
      <p className="text-14 text-ink-2 [grid-area:held] sm:text-right">
        {isConfirming ? 'We are confirming your payment.' : formatUnpaid(ride, now)}
      </p>
      {!isConfirming && (
        <Button
          className="w-full [grid-area:pay] max-sm:min-h-12 sm:self-end"
          isPending={isPending}
          pendingLabel="Processing..."
          onClick={() => run()}
        >
          {unpaidLabels(ride).action}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2 border-line border-t pt-4 [grid-area:foot] sm:justify-end">
        {!isConfirming && label && (
          <Button variant="quiet" className="max-sm:-ml-5" onClick={() => onCancel(ride)}>
            {label}
          </Button>
        )}
        <ViewRide ride={ride} className="max-sm:ml-auto" />
      </div>
    </article>
  );
}
