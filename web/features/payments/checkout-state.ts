import type { Cents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { type PaymentStatus, SETTLED } from '#common/rides/ride-states.ts';

/** A ride and the payment form for it. `problem` is why the last attempt failed. */
interface Paying {
  step: 'paying';
  ride: RiderRide;
  clientSecret: string;
  isProcessing: boolean;
  problem: string | null;
}

/** The card was charged, but the server has not confirmed it: `problem` is what it said. */
interface Unverified {
  step: 'unverified';
  ride: RiderRide;
  paymentIntentId: string;
  isProcessing: boolean;
  problem: string;
}

/** Promo code and gift card leave nothing to pay: it only wants confirming. `problem` is why the last attempt failed. */
interface NothingDue {
  step: 'nothing-due';
  ride: RiderRide;
  isProcessing: boolean;
  problem: string | null;
}

/** The state of a checkout (specification section 4, Checkout). */
export type CheckoutState =
  | { step: 'loading' }
  | { step: 'unreachable' }
  | { step: 'not-found' }
  /** The ride is cancelled, or no longer held: nothing can be paid. */
  | { step: 'closed'; ride: RiderRide }
  /** Paid earlier. */
  | { step: 'settled'; ride: RiderRide }
  | NothingDue
  | Paying
  | Unverified
  /** Paid, or confirmed with nothing due, just now. While `paymentStatus` is pending, the server still confirms it. */
  | { step: 'booked'; ride: RiderRide };

export type CheckoutEvent =
  | { type: 'opened'; state: CheckoutState }
  | { type: 'submitted' }
  | { type: 'refused'; problem: string }
  | { type: 'verified'; ride: RiderRide }
  | { type: 'verification-failed'; paymentIntentId: string; problem: string };

/** What a ride means for its checkout at `now`, before any secret is needed. */
export function checkoutStatusOf(
  ride: RiderRide,
  now: Date,
): 'closed' | 'settled' | 'nothing-due' | 'unpaid' {
  if (ride.status === 'cancelled') return 'closed';
  if (SETTLED.includes(ride.paymentStatus)) return 'settled';
  if (ride.paymentStatus !== 'pending') return 'closed';
  if (ride.payBy !== null && Date.parse(ride.payBy) <= now.getTime()) return 'closed';
  return dueCentsOf(ride) === 0 ? 'nothing-due' : 'unpaid';
}

/** What is due by card for a ride, and for its return trip, which is paid with it. */
export const dueCentsOf = ({ order, fare }: RiderRide): Cents => order?.dueCents ?? fare.totalCents;

/** The state of a ride that only wants confirming. */
export const nothingDue = (ride: RiderRide): NothingDue => ({
  step: 'nothing-due',
  ride,
  isProcessing: false,
  problem: null,
});

/** Payment statuses of which a charge that was made can still come out settled. */
const MAY_BE_CHARGED: readonly PaymentStatus[] = ['pending', 'expired'];

/**
 * The state once `ride` is known, a later version of its ride: what happened to it elsewhere (another tab, the end of the hold, the
 * webhook) moves the checkout on. A card being charged here keeps its form until the outcome is known; one that was charged here
 * never reads as unpaid or expired again.
 */
export function followRide(state: CheckoutState, ride: RiderRide | null, now: Date): CheckoutState {
  if (!ride || !('ride' in state) || ride.id !== state.ride.id || ride.version <= state.ride.version) {
    return state;
  }
  const status = checkoutStatusOf(ride, now);
  switch (state.step) {
    case 'paying':
    case 'nothing-due':
      if (state.isProcessing) return state;
      if (status === (state.step === 'paying' ? 'unpaid' : 'nothing-due')) return { ...state, ride };
      return { step: status === 'closed' ? 'closed' : 'booked', ride };
    case 'unverified':
    case 'booked':
      if (status === 'settled') return { step: 'booked', ride };
      return status === 'closed' && !MAY_BE_CHARGED.includes(ride.paymentStatus)
        ? { step: 'closed', ride }
        : { ...state, ride };
    default:
      if (status === 'nothing-due') return nothingDue(ride);
      return status === 'unpaid' ? { ...state, ride } : { step: status, ride };
  }
}

/** The next state. An event that makes no sense in a state changes nothing. */
export function nextCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'opened':
      return event.state;
    case 'submitted':
      if (state.step === 'paying' || state.step === 'nothing-due')
        return { ...state, isProcessing: true, problem: null };
      return state.step === 'unverified' ? { ...state, isProcessing: true } : state;
    case 'refused':
      return state.step === 'paying' || state.step === 'nothing-due'
        ? { ...state, isProcessing: false, problem: event.problem }
        : state;
    case 'verified':
      return state.step === 'paying' || state.step === 'unverified' || state.step === 'nothing-due'
        ? { step: 'booked', ride: event.ride }
        : state;
    case 'verification-failed': {
      if (state.step !== 'paying' && state.step !== 'unverified') return state;
      const { ride } = state;
      const { paymentIntentId, problem } = event;
      return { step: 'unverified', ride, paymentIntentId, isProcessing: false, problem };
    }
  }
}
