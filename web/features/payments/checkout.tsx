import { type ReactNode, useEffect, useRef } from 'react';
import { cancellationSentence } from '#common/rides/format-cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { orderDueCents } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { BookedScreen } from './booked-screen.tsx';
import { CardPayment } from './card-payment.tsx';
import {
  CheckoutColumns,
  CheckoutSkeleton,
  Panel,
  RideNotFound,
  RideUnreachable,
} from './checkout-frame.tsx';
import type { CheckoutParams } from './checkout-params.ts';
import type { PaymentOutcome, PaymentProblem } from './confirm-card-payment.ts';
import type { CheckoutCalls } from './load-checkout.ts';
import { ClosedPanel, NothingDuePanel, SettledPanel, UnverifiedPanel } from './outcome-panels.tsx';
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

interface PaymentPanelProps {
  ride: RiderRide;
  clientSecret: string;
  isProcessing: boolean;
  problem: PaymentProblem | null;
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
  checkCard: CheckoutCalls['checkCard'];
  /** Called when the hold of the ride has expired. */
  onHoldEnd: () => void;
}

/** Payment of an unpaid ride by card. */
export function PaymentPanel({
  ride,
  clientSecret,
  isProcessing,
  problem,
  onPay,
  checkCard,
  onHoldEnd,
}: PaymentPanelProps) {
  useHoldEnd(isProcessing ? null : ride.payBy, onHoldEnd);

  return (
    <Panel title="Payment" aside={ride.payBy && `Held until ${formatTimeWithZone(new Date(ride.payBy))}`}>
      <CardPayment
        clientSecret={clientSecret}
        checkFirst={
          ride.promoCodeId === null
            ? null
            : { amountCents: orderDueCents(ride), check: (token) => checkCard(ride.id, token) }
        }
        returnUrl={`${window.location.origin}/my-rides?rideId=${ride.id}`}
        label="Complete Payment"
        note={cancellationSentence(ride, serverNow())}
        isProcessing={isProcessing}
        problem={problem}
        onPay={onPay}
      />
      <p className="mt-7 border-line border-t pt-5 text-14 text-ink-2">
        Final fare may vary. Includes $3M insurance. Drivers see{' '}
        {ride.order ? 'both rides once they are' : 'the ride once it is'} paid.
      </p>
    </Panel>
  );
}

/** Calls `onEnd` when the hold expires. @param payBy ISO 8601, or null for no hold */
function useHoldEnd(payBy: string | null, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    if (payBy === null) return;
    const timer = setTimeout(() => latest.current(), Math.max(0, Date.parse(payBy) - serverNow().getTime()));
    return () => clearTimeout(timer);
  }, [payBy]);
}
