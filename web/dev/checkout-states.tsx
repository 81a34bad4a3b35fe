import type { ReactNode } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { drawVehicleAt } from '#web/app/draw-vehicle.tsx';
import { BookedScreen } from '#web/features/payments/booked-screen.tsx';
import { PaymentPanel } from '#web/features/payments/checkout.tsx';
import {
  CheckoutColumns,
  CheckoutSkeleton,
  RideNotFound,
  RideUnreachable,
} from '#web/features/payments/checkout-frame.tsx';
import type { BookingProblem, CheckoutState } from '#web/features/payments/checkout-state.ts';
import { problemOf } from '#web/features/payments/confirm-card-payment.ts';
import {
  ClosedPanel,
  NothingDuePanel,
  SettledPanel,
  UnverifiedPanel,
} from '#web/features/payments/outcome-panels.tsx';
import { RideSummary } from '#web/features/payments/ride-summary.tsx';
import { buildRiderRide, buildUnpaidRide } from '#web/testing/build-ride.ts';
import type { CardFields } from './payment-stand-in.ts';
import type { Group } from './specimen.tsx';

const noop = () => {};
const drawVehicle = ({ rideType, preferredColor }: RiderRide) => drawVehicleAt(40)(rideType, preferredColor);

/** Builds a checkout step with both halves: the ride on the left, the panel on the right. */
const withSummary = (ride: RiderRide, panel: ReactNode) => (
  <CheckoutColumns summary={<RideSummary ride={ride} vehicle={drawVehicle(ride)} />} panel={panel} />
);

/** Builds a variant of that step: only the right half. */
const alone = (panel: ReactNode) => (
  <div className="column">
    <div className="max-w-[640px]">{panel}</div>
  </div>
);

/** Builds an unpaid ride of which a gift card pays this amount, in cents. */
function withGiftCard(cents: number): RiderRide {
  const ride = buildUnpaidRide();
  const { fareCents } = ride.fare;
  return { ...ride, fare: { ...ride.fare, giftCardCents: cents, totalCents: fareCents - cents } };
}

const unpaid = buildUnpaidRide({
  bookingType: 'hourly',
  hours: 3,
  specialRequests: 'Two child seats, please.',
});

/** The two rides of an order, which are paid together. */
const back = buildUnpaidRide({ scheduledDate: '2026-11-30', scheduledTime: '11:00' });
const there = buildUnpaidRide({
  pickupLocation: back.dropoffLocation,
  stops: ['Fashion Show Mall, 3200 S Las Vegas Blvd'],
  dropoffLocation: back.pickupLocation,
  order: { leg: 'there', otherRideId: back.id, dueCents: 31_964 },
});

interface Attempt {
  ride?: RiderRide;
  isProcessing?: boolean;
  outcome?: Parameters<typeof problemOf>[0];
}

const paying = (fields: CardFields, { ride = unpaid, isProcessing = false, outcome }: Attempt = {}) => (
  <PaymentPanel
    ride={ride}
    clientSecret={fields}
    isProcessing={isProcessing}
    problem={outcome ? problemOf(outcome, null) : null}
    onPay={noop}
    checkCard={async () => {}}
    onHoldEnd={noop}
  />
);

const unverified = (isProcessing: boolean) => (
  <UnverifiedPanel
    problem="The server could not be reached."
    isProcessing={isProcessing}
    onCheckAgain={noop}
  />
);

const closed = (overrides: Partial<RiderRide>) => (
  <ClosedPanel ride={buildUnpaidRide({ payBy: null, ...overrides })} />
);

const partlyPaid = withGiftCard(5_000);
const paidByGiftCard = withGiftCard(15_982);
const nothingDue = (overrides: { isProcessing?: boolean; problem?: BookingProblem }) =>
  withSummary(
    paidByGiftCard,
    <NothingDuePanel
      ride={{ ...paidByGiftCard, payBy: unpaid.payBy }}
      isProcessing={false}
      problem={null}
      onConfirm={noop}
      {...overrides}
    />,
  );
const paid = buildRiderRide();

const booked = (overrides: Partial<RiderRide>) => {
  const ride = buildRiderRide(overrides);
  return <BookedScreen ride={ride} vehicle={drawVehicle(ride)} onDone={noop} />;
};

/** The variants of each step, by their distinguishing feature. A step without a variant is a type error. */
const STEPS: Record<CheckoutState['step'], Record<string, () => ReactNode>> = {
  loading: { '': () => <CheckoutSkeleton /> },
  unreachable: { '': () => <RideUnreachable onRetry={noop} /> },
  'not-found': { '': () => <RideNotFound /> },
  paying: {
    '': () => withSummary(unpaid, paying('shown')),
    'there and back': () => (
      <CheckoutColumns
        summary={<RideSummary ride={there} returnRide={back} vehicle={drawVehicle(there)} />}
        panel={paying('shown', { ride: there })}
      />
    ),
    'gift card pays a part': () => withSummary(partlyPaid, paying('shown', { ride: partlyPaid })),
    'fields on their way': () => alone(paying('slow')),
    'fields unavailable': () => alone(paying('unavailable')),
    processing: () => alone(paying('shown', { isProcessing: true })),
    problem: () =>
      alone(paying('shown', { outcome: { result: 'refused', problem: 'Your card was declined.' } })),
    'no answer': () => alone(paying('shown', { outcome: { result: 'unsure' } })),
  },
  unverified: {
    '': () => withSummary(unpaid, unverified(false)),
    processing: () => alone(unverified(true)),
  },
  closed: {
    'no longer held': () => withSummary(unpaid, closed({ status: 'cancelled', paymentStatus: 'expired' })),
    cancelled: () => alone(closed({ status: 'cancelled', paymentStatus: 'paid' })),
    refunded: () =>
      alone(closed({ status: 'cancelled', paymentStatus: 'refunded', refundedAmount: '$159.82' })),
    'refund failed': () =>
      alone(closed({ status: 'cancelled', paymentStatus: 'refunded', refundFailedAmount: '$159.82' })),
    'under review': () => alone(closed({ paymentStatus: 'flagged' })),
  },
  settled: { '': () => withSummary(paid, <SettledPanel ride={paid} />) },
  'nothing-due': {
    '': () => nothingDue({}),
    confirming: () => nothingDue({ isProcessing: true }),
    failed: () => nothingDue({ problem: { text: 'This ride is no longer held.', isUnsure: false } }),
    unsure: () => nothingDue({ problem: { text: 'The server didn’t answer.', isUnsure: true } }),
  },
  booked: {
    paid: () => booked({}),
    'nothing due': () => booked({ paymentStatus: 'waived' }),
    'being confirmed': () => booked({ paymentStatus: 'pending' }),
  },
};

export const checkoutStates: Group = {
  title: 'Checkout',
  specimens: Object.entries(STEPS).flatMap(([step, looks]) =>
    Object.entries(looks).map(([look, render]) => ({
      name: look ? `Checkout, ${step}, ${look}` : `Checkout, ${step}`,
      isPage: true,
      render,
    })),
  ),
};
