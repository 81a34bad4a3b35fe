import { lazy, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { Paint, Vehicle } from '#common/vehicles/catalogue.ts';
import { latePart } from '#web/components/late-part.tsx';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { SectionDivider } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { FIGURE_SPACE } from '#web/components/vehicles/vehicle-measures.ts';
import { BookingSection } from '#web/features/booking/booking-section.tsx';
import { editDraft } from '#web/features/booking/draft-store.ts';
import { vehicleHash } from '#web/features/booking/vehicle-hash.ts';
import { FleetSection } from '#web/features/fleet/fleet-section.tsx';
import { checkoutSearch } from '#web/features/payments/checkout-params.ts';
import { TrackingSection } from '#web/features/tracking/tracking-section.tsx';
import { setActiveRole, useSessionStore } from '#web/features/users/session-store.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { fittedScale } from '../fitted-scale.ts';
import { HomeHero } from '../home-hero.tsx';

const SignInDialog = lazy(() =>
  import('#web/features/users/sign-in-dialog.tsx').then(({ SignInDialog }) => ({ default: SignInDialog })),
);

/** Lazy-loaded: visitors have no rides. */
const UnpaidRides = lazy(() =>
  import('#web/features/rides/rider/unpaid-rides.tsx').then(({ UnpaidRides }) => ({ default: UnpaidRides })),
);

const HomeFeatures = latePart(() => import('../home-features.tsx'), 'HomeFeatures');

/** The home page (specification section 2). */
export function HomePage() {
  const navigate = useNavigate();
  const rider = useSessionStore(({ phase, session }) => (phase === 'unknown' ? undefined : session.rider));
  const [isSigningIn, setIsSigningIn] = useState(false);
  const endSignIn = () => setIsSigningIn(false);

  const handleRequested = ({ ride, clientSecret }: RequestedRide) => {
    // Back from the checkout leads to the top of the form, which is empty then and shows the unpaid ride.
    window.history.replaceState(window.history.state, '', '#booking');
    // The next screens belong to riders, whatever role was active.
    setActiveRole('rider');
    void navigate(`/checkout${checkoutSearch({ rideId: ride.id, clientSecret })}`);
  };

  const handleSelect = useCallback(
    ({ id }: Vehicle, paint: Paint) => {
      editDraft({ vehicleId: id, preferredColor: paint });
      void navigate({ hash: vehicleHash(id) });
    },
    [navigate],
  );

  return (
    <>
      <PageMeta
        title="Chauffeured rides in Las Vegas"
        description="Sedans to 45-seat coaches in Las Vegas, each with a licensed chauffeur. By the hour or point to point."
        path="/"
      />
      <HomeHero />
      <div className="column pt-24 pb-16 lg:pb-28">
        <BookingSection
          rider={rider}
          notice={
            rider && (
              <LoadBoundary fallback={null}>
                <UnpaidRides riderId={rider.id} />
              </LoadBoundary>
            )
          }
          onSignInNeeded={() => setIsSigningIn(true)}
          onRequested={handleRequested}
          renderVehicle={renderWithFigure}
        />
        <SectionDivider className={DIVIDER} />
        <HomeFeatures />
        <SectionDivider className={DIVIDER} />
        <FleetSection onSelect={handleSelect} />
        <SectionDivider className={DIVIDER} />
        <TrackingSection />
      </div>
      {isSigningIn && (
        <Suspense>
          <SignInDialog
            isOpen
            onClose={endSignIn}
            onSignedIn={endSignIn}
            description="Please log in to book a ride. What you entered is kept."
          />
        </Suspense>
      )}
    </>
  );
}

const DIVIDER = 'mt-16 mb-12 lg:mt-28 lg:mb-18';

const renderWithFigure = ({ id }: Vehicle, paint: Paint) => (
  <VehicleDrawing
    vehicleId={id}
    paint={paint}
    scale={fittedScale(id, { ideal: 40, width: 334, height: 84, beside: FIGURE_SPACE })}
    figure
    lit
  />
);
