import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { RiderRide } from '#common/rides/ride.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { Checkout } from '#web/features/payments/checkout.tsx';
import { CheckoutFrame, CheckoutSkeleton, RideUnreachable } from '#web/features/payments/checkout-frame.tsx';
import {
  type CheckoutParams,
  checkoutSearch,
  readCheckoutParams,
} from '#web/features/payments/checkout-params.ts';
import type { CheckoutCalls } from '#web/features/payments/load-checkout.ts';
import {
  checkCard,
  confirmBooking,
  reopenCheckout,
  verifyPayment,
} from '#web/features/rides/api/checkout-actions.ts';
import { readRiderRide } from '#web/features/rides/api/rider-actions.ts';
import { useRiderRide } from '#web/features/rides/api/use-lists.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { signInPath } from '#web/features/users/sign-in-path.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { fittedScale } from '../fitted-scale.ts';

/**
 * Payment of a ride (specification section 2, Checkout). Reads the client secret from the URL once and
 * removes it from the history.
 */
export function CheckoutPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [params] = useState(() => takeCheckoutParams(search));
  const { phase, session } = useSessionStore();

  useEffect(() => {
    if (params?.clientSecret) {
      void navigate({ search: checkoutSearch({ rideId: params.rideId }) }, { replace: true });
    }
  }, [params, navigate]);

  if (!params) return <Navigate to="/" replace />;
  return (
    <>
      <PageMeta title="Checkout" />
      {phase === 'unknown' && <CheckoutSkeleton />}
      {phase === 'failed' && <RideUnreachable onRetry={loadSession} />}
      {phase === 'known' && !session.rider && <SignedOut rideId={params.rideId} />}
      {session.rider && (
        <LiveCheckout
          key={session.rider.id}
          riderId={session.rider.id}
          params={params}
          onDone={() => void navigate('/my-rides', { replace: true })}
        />
      )}
    </>
  );
}

/** Reads the URL's parameters. Removes the secret from it before any call and before Stripe's script. */
function takeCheckoutParams(search: string): CheckoutParams | null {
  const params = readCheckoutParams(search);
  if (params?.clientSecret && window.location.search.includes(params.clientSecret)) {
    window.history.replaceState(window.history.state, '', checkoutSearch({ rideId: params.rideId }));
  }
  return params;
}

const CALLS: CheckoutCalls = {
  readRide: readRiderRide,
  reopenCheckout,
  checkCard,
  confirmBooking,
  verifyPayment,
};

interface LiveCheckoutProps {
  riderId: string;
  params: CheckoutParams;
  onDone: () => void;
}

/** A checkout that follows live changes of its ride. */
function LiveCheckout({ riderId, params, onDone }: LiveCheckoutProps) {
  const named = useRiderRide(riderId, params.rideId);
  const other = useRiderRide(riderId, named?.order?.otherRideId ?? null);
  const isReturn = named?.order?.leg === 'back';
  return (
    <Checkout
      params={params}
      calls={CALLS}
      liveRide={isReturn ? other : named}
      returnRide={isReturn ? named : other}
      renderVehicle={renderVehicle}
      onDone={onDone}
    />
  );
}

const SignedOut = ({ rideId }: { rideId: string }) => (
  <CheckoutFrame>
    <EmptyState
      title="Sign in to pay for your ride"
      text="Only the rider who booked it can see it."
      action={
        <ButtonLink to={signInPath({ next: `/checkout${checkoutSearch({ rideId })}` })}>Sign in</ButtonLink>
      }
    />
  </CheckoutFrame>
);

/** The space for the vehicle in pixels, and its ideal scale in pixels per metre. */
const ROOM = {
  summary: { ideal: 52, width: 428, height: 132 },
  booked: { ideal: 40, width: 340, height: 132 },
};

function renderVehicle({ rideType, preferredColor }: RiderRide, place: keyof typeof ROOM) {
  const vehicle = findVehicle(rideType);
  return vehicle && drawVehicleAt(fittedScale(vehicle.id, ROOM[place]))(rideType, preferredColor);
}
