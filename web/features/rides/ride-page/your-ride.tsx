import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatAverage } from '#common/rides/rating.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { splitPlate } from '#common/vehicles/vehicle.ts';
import { Initials } from '#web/components/ui/initials.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { formatBooking } from '../ride-card/format-ride.ts';
import { PickupTime } from '../ride-card/ride-card.tsx';

/** The booking details of a ride. */
export const YourRide = ({ ride, now }: { ride: RiderRide; now: Date }) => (
  <section aria-labelledby="your-ride" className="ride-page-ride">
    <h2 id="your-ride" className="display text-28">
      Your ride
    </h2>
    <RoutePlaces
      pickupLocation={ride.pickupLocation}
      stops={ride.stops}
      dropoffLocation={ride.dropoffLocation}
      className="mt-5"
    />
    <dl className="mt-5 grid gap-y-3 border-line border-t pt-5">
      <Row label="Pickup">
        <PickupTime ride={ride} now={now} />
      </Row>
      {ride.flightNumber && <Row label="Flight">{ride.flightNumber}</Row>}
      <Row label="Vehicle">{vehicleName(ride.rideType)}</Row>
      <Row label="Booking">{formatBooking(ride)}</Row>
      {ride.preferredColor && (
        <Row label="Preferred color">
          <span className="capitalize">{ride.preferredColor}</span>
        </Row>
      )}
      {ride.passengers !== null && <Row label="Passengers">{ride.passengers}</Row>}
      {ride.status === 'completed' && ride.driver && (
        <Row label="Driver">
          {ride.driver.firstName}, <VehicleAndPlate vehicle={ride.driver.vehicle} />
        </Row>
      )}
      <Row label="Name">{ride.customerName}</Row>
      {ride.passenger && (
        <Row label="Passenger">
          {ride.passenger.name}
          <span className="block text-14 text-ink-2">{ride.passenger.phone}</span>
        </Row>
      )}
      {ride.specialRequests && <Row label="Requests">{ride.specialRequests}</Row>}
      {ride.order && (
        <Row label={ride.order.leg === 'back' ? 'Return trip of' : 'Return trip'}>
          <Link
            to={`/my-rides/${ride.order.otherRideId}`}
            className="figures font-semibold text-gold-ink hover:underline"
          >
            {rideReference(ride.order.otherRideId)}
          </Link>
        </Row>
      )}
      <Row label="Reference">
        <span className="figures font-normal">{rideReference(ride.id)}</span>
      </Row>
    </dl>
  </section>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-6 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className="text-right wrap-anywhere">{children}</dd>
  </div>
);

/** The driver, with car, rating and plate. */
export function RideDriver({ driver }: { driver: NonNullable<RiderRide['driver']> }) {
  const { vehicle, plate } = splitPlate(driver.vehicle);
  return (
    <section
      aria-label="Your driver"
      className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <Initials name={driver.firstName} size={64} />
      <div className="mr-auto min-w-0 leading-snug">
        <p className="font-medium">{driver.firstName}</p>
        <p className="text-14 text-ink-2 wrap-anywhere">{vehicle}</p>
        {driver.rating !== undefined && (
          <p className="mt-1 flex items-center gap-1.5 text-14">
            <Star aria-hidden size={15} className="fill-gold text-gold" />
            {formatAverage(driver.rating)} <span className="text-ink-2">of 5, rated by riders</span>
          </p>
        )}
      </div>
      {plate && <p className="ride-plate">{plate}</p>}
    </section>
  );
}
