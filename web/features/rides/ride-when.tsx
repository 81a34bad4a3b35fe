import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { bookingWords } from './booking-words.ts';
import { PickupTime } from './pickup-time.tsx';

interface RideWhenProps {
  ride: RiderRide | DriverRide;
  now: Date;
  className?: string;
}

/** When a ride is picked up, and as what it was booked: `Lux SUV, point to point`. */
export const RideWhen = ({ ride, now, className }: RideWhenProps) => (
  <p className={className}>
    <span className="block font-medium">
      <PickupTime ride={ride} now={now} />
    </span>
    <span className="block text-14 text-ink-2">
      {vehicleName(ride.rideType)}, {bookingWords(ride).toLowerCase()}
    </span>
  </p>
);
