import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { editDraft } from '#web/features/booking/draft-store.ts';
import type { RenderTip } from '#web/features/rides/after/rate-ride.tsx';
import { openCharge, verifyCharge } from '#web/features/rides/api/charge-actions.ts';
import type { RenderPayment } from '#web/features/rides/ride-page/open-charges.tsx';
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

/** A single ride of a rider, with its own URL. */
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
            key={`${rider.id} ${rideId}`}
            riderId={rider.id}
            rideId={rideId}
            renderVehicle={drawOnStage}
            renderPayment={renderPayment}
            renderTip={renderTip}
            renderMap={renderLiveMap}
            onBookAgain={bookAgain}
          />
        )}
      </RoleGate>
    </div>
  );
}

const PayChargeDialog = lazy(() =>
  import('#web/features/payments/pay-charge-dialog.tsx').then((module) => ({
    default: module.PayChargeDialog,
  })),
);

const renderPayment: RenderPayment = (ride, charge, onClose) => (
  <Suspense>
    <PayChargeDialog
      rideId={ride.id}
      charge={charge}
      calls={{ openCharge, verifyCharge }}
      onClose={onClose}
    />
  </Suspense>
);

const ChargePayment = lazy(() =>
  import('#web/features/payments/charge-payment.tsx').then((module) => ({ default: module.ChargePayment })),
);

const renderTip: RenderTip = ({ rideId, chargeId, ...payment }) => (
  <Suspense>
    <ChargePayment
      key={chargeId}
      charge={{ rideId, chargeId }}
      calls={{ openCharge, verifyCharge }}
      {...payment}
    />
  </Suspense>
);

/** Fills in the booking form from a ride, except for its date, time and flight number. */
function bookAgain(ride: RiderRide): void {
  const vehicle = findVehicle(ride.rideType);
  const paint = vehicle?.paints.find((each) => each === ride.preferredColor);
  editDraft({
    pickupLocation: ride.pickupLocation,
    dropoffLocation: ride.dropoffLocation,
    stops: ride.stops,
    flightNumber: '',
    bookingType: ride.bookingType,
    hasReturn: false,
    ...(ride.hours !== null && { hours: String(ride.hours) }),
    ...(vehicle && { vehicleId: vehicle.id }),
    ...(paint && { preferredColor: paint }),
    gratuityPercentage: ride.gratuityPercentage,
    isForSomebodyElse: ride.passenger !== null,
    passengerName: ride.passenger?.name ?? '',
    passengerPhone: ride.passenger?.phone ?? '',
    specialRequests: ride.specialRequests ?? '',
  });
}
