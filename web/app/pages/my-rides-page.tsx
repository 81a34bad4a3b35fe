import { useParams } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { editDraft } from '#web/features/booking/draft-store.ts';
import { RiderRidePage } from '#web/features/rides/ride-page/rider-ride-page.tsx';
import { RiderRides } from '#web/features/rides/rider/rider-rides.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { renderLiveMap } from '../render-live-map.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(34);
const drawOnStage = drawVehicleAt(30);

/** A rider's own rides (specification section 2). */
export const MyRidesPage = () => (
  <MotionProvider>
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="My Rides" />
      <PageHeading size="screen" title="My Rides" />
      <RoleGate only="rider">
        {(rider) => <RiderRides riderId={rider.id} renderVehicle={drawVehicle} />}
      </RoleGate>
    </div>
  </MotionProvider>
);

/** One ride of its rider's, under an address of its own. */
export function MyRidePage() {
  const { rideId = '' } = useParams();
  const isRider = useSessionStore(({ session }) => session.rider !== null);
  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="Your ride" />
      {!isRider && <PageHeading size="screen" title="Your ride" />}
      <RoleGate only="rider">
        {(rider) => (
          <RiderRidePage
            key={rideId}
            riderId={rider.id}
            rideId={rideId}
            renderVehicle={drawOnStage}
            renderMap={renderLiveMap}
            onBookAgain={bookAgain}
          />
        )}
      </RoleGate>
    </div>
  );
}

/** Fills in the booking form with a ride, but for when and for whom. */
function bookAgain(ride: RiderRide): void {
  const vehicle = findVehicle(ride.rideType);
  const paint = vehicle?.paints.find((each) => each === ride.preferredColor);
  editDraft({
    pickupLocation: ride.pickupLocation,
    dropoffLocation: ride.dropoffLocation,
    bookingType: ride.bookingType,
    ...(ride.hours !== null && { hours: String(ride.hours) }),
    ...(vehicle && { vehicleId: vehicle.id }),
    ...(paint && { preferredColor: paint }),
    specialRequests: ride.specialRequests ?? '',
  });
}
