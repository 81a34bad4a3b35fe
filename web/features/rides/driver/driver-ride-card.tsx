import { Phone } from 'lucide-react';
import { formatDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { completeRide, startRide } from '../api/ride-actions.ts';
import { itemAction } from '../lists/live-list.tsx';
import { type RenderRideVehicle, RideCard, RidePerson } from '../ride-card/ride-card.tsx';
import { driverStatus } from '../ride-card/ride-status.ts';

interface DriverRideCardProps {
  ride: DriverRide;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** A driver's ride to start or to complete, with whom it is for. */
export const DriverRideCard = ({ ride, now, renderVehicle }: DriverRideCardProps) => (
  <RideCard
    ride={ride}
    now={now}
    status={driverStatus(ride)}
    money={
      <>
        Your share <span className="figures text-gold-ink">{formatDollarString(ride.driverShare)}</span>
      </>
    }
    renderVehicle={renderVehicle}
  >
    <RidePerson name={ride.customer?.name ?? 'Rider'} detail={ride.specialRequests}>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        {ride.customer && (
          <a
            href={`tel:${ride.customer.phone.replace(/[^+\d]/g, '')}`}
            className={buttonClass({ variant: 'outline', className: 'max-sm:min-h-12 max-sm:px-4' })}
          >
            <Phone aria-hidden size={18} />
            <span className="max-sm:sr-only">Call rider</span>
          </a>
        )}
        <NextMove ride={ride} />
      </div>
    </RidePerson>
  </RideCard>
);

/** Start Ride, then Complete Ride; nothing for a ride that can't be moved on. */
function NextMove({ ride }: { ride: DriverRide }) {
  const start = useInFlight(async () => {
    try {
      await startRide(ride.id);
      toast.success('Status updated', 'Ride status has been updated successfully');
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to update status'));
    }
  });
  const complete = useInFlight(async () => {
    try {
      await completeRide(ride);
      toast.success('Ride completed!', 'Payment has been processed');
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to complete ride'));
    }
  });

  const className = 'grow max-sm:min-h-12 sm:min-w-42';
  if (ride.status === 'accepted')
    return (
      <Button
        {...itemAction(ride.id)}
        className={className}
        isPending={start.isPending}
        pendingLabel="Starting..."
        onClick={start.run}
      >
        Start Ride
      </Button>
    );
  if (ride.status === 'in_progress')
    return (
      <Button
        {...itemAction(ride.id)}
        className={className}
        isPending={complete.isPending}
        pendingLabel="Completing..."
        onClick={complete.run}
      >
        Complete Ride
      </Button>
    );
  return null;
}
