import type { ReactNode } from 'react';
import { fareLines } from '#common/fares/fare-lines.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { findVehicle, paintList, vehicleName } from '#common/vehicles/catalogue.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { BookingRows } from './booking-rows.tsx';
import { FareTotal } from './fare-total.tsx';

interface RideSummaryProps {
  ride: RiderRide;
  /** The ride's vehicle, drawn. */
  vehicle: ReactNode;
}

/** What is being paid for (specification section 2, Checkout). */
export function RideSummary({ ride, vehicle }: RideSummaryProps) {
  const known = findVehicle(ride.rideType);
  return (
    <section
      aria-label="Your ride"
      className="*:not-first:mt-5 *:not-first:border-line *:not-first:border-t *:not-first:pt-5"
    >
      <div>
        <div className="pr-12 pl-11 *:h-auto *:max-w-full">{vehicle}</div>
        <RouteLine className="-mt-[3px]" />
        <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="display text-28">{vehicleName(ride.rideType)}</h2>
          {known && (
            <p className="text-14 text-ink-2">{`Seats ${known.capacity}, ${paintList(known.paints)}`}</p>
          )}
        </div>
      </div>
      <RoutePlaces pickupLocation={ride.pickupLocation} dropoffLocation={ride.dropoffLocation} />
      <BookingRows ride={ride} />
      <FareRows lines={fareLines(ride.fare, ride)} className="gap-y-3" />
      <FareTotal fare={ride.fare} />
    </section>
  );
}
