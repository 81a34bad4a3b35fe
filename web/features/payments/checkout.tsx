import type { ReactNode } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { BookedScreen } from './booked-screen.tsx';
import { CheckoutColumns, CheckoutSkeleton, RideNotFound, RideUnreachable } from './checkout-frame.tsx';
import type { CheckoutParams } from './checkout-params.ts';
import type { CheckoutCalls } from './load-checkout.ts';
import { ClosedPanel, NothingDuePanel, SettledPanel, UnverifiedPanel } from './outcome-panels.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { RideSummary } from './ride-summary.tsx';
import { useCheckout } from './use-checkout.ts';

interface CheckoutProps {
  params: CheckoutParams;
  calls: CheckoutCalls;
  /** The live ride from the store; null until it has loaded. */
  liveRide: RiderRide | null;
  /** The return trip, which is paid with the ride; null if there is none. */
  returnRide: RiderRide | null;
  /** Renders the ride's vehicle, smaller for the last screen. */
  renderVehicle: (ride: RiderRide, place: 'summary' | 'booked') => ReactNode;
  /** Called after the confirmation screen was shown. */
  onDone: () => void;
}

/** The checkout of a ride in each of its states (specification sections 2 and 4, Checkout). */
export function Checkout({ renderVehicle, onDone, returnRide, ...options }: CheckoutProps) {
  const { state, reload, pay, verifyAgain, confirmBooking } = useCheckout(options);

  const withSummary = (ride: RiderRide, panel: ReactNode) => (
    <CheckoutColumns
      summary={<RideSummary ride={ride} returnRide={returnRide} vehicle={renderVehicle(ride, 'summary')} />}
      panel={panel}
    />
  );

  switch (state.step) {
    case 'loading':
      return <CheckoutSkeleton />;
    case 'unreachable':
      return <RideUnreachable onRetry={reload} />;
    case 'not-found':
      return <RideNotFound />;
    case 'closed':
      return withSummary(state.ride, <ClosedPanel ride={state.ride} />);
    case 'settled':
      return withSummary(state.ride, <SettledPanel ride={state.ride} returnRide={returnRide} />);
    case 'nothing-due':
      return withSummary(
        state.ride,
        <NothingDuePanel {...state} returnRide={returnRide} onConfirm={confirmBooking} />,
      );
    case 'paying':
      return withSummary(
        state.ride,
        <PaymentPanel {...state} onPay={pay} checkCard={options.calls.checkCard} onHoldEnd={reload} />,
      );
    case 'unverified':
      return withSummary(state.ride, <UnverifiedPanel {...state} onCheckAgain={verifyAgain} />);
    case 'booked':
      return (
        <BookedScreen
          ride={state.ride}
          returnRide={returnRide}
          vehicle={renderVehicle(state.ride, 'booked')}
          onDone={onDone}
        />
      );
  }
}
