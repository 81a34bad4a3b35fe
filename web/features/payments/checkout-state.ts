import type { RiderRide } from '#common/rides/ride.ts';
import { SETTLED } from '#common/rides/status.ts';

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

/** Where a checkout stands (specification section 4, Checkout). */
export type CheckoutState =
  | { step: 'loading' }
  | { step: 'unreachable' }
  | { step: 'not-found' }
  /** The ride is cancelled, or no longer held: nothing can be paid. */
  | { step: 'closed'; ride: RiderRide }
  /** Paid earlier. */
  | { step: 'settled'; ride: RiderRide }
  /** Promo code and gift card left nothing to pay. */
  | { step: 'nothing-due'; ride: RiderRide }
  | Paying
  | Unverified
  /** Paid, or confirmed with nothing due, just now. While `paymentStatus` is pending, the server still confirms it. */
  | { step: 'booked'; ride: RiderRide };

export type CheckoutEvent =
  | { type: 'opened'; state: CheckoutState }
  | { type: 'submitted' }
  | { type: 'refused'; problem: string }
  | { type: 'verified'; ride: RiderRide }
  | { type: 'verification-failed'; paymentIntentId: string; problem: string }
  | { type: 'confirmed' };

/** What a ride says about its own checkout at `now`, before any secret is needed. */
export function checkoutStatusOf(
  ride: RiderRide,
  now: Date,
): 'closed' | 'settled' | 'nothing-due' | 'unpaid' {
  if (ride.status === 'cancelled') return 'closed';
  if (ride.paymentStatus === 'waived' && ride.status === 'requested') return 'nothing-due';
  if (SETTLED.includes(ride.paymentStatus)) return 'settled';
  if (ride.paymentStatus !== 'pending') return 'closed';
  return ride.payBy !== null && Date.parse(ride.payBy) <= now.getTime() ? 'closed' : 'unpaid';
}

/** The next state. An event that makes no sense where the checkout stands changes nothing. */
export function nextCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'opened':
      return event.state;
    case 'submitted':
      if (state.step === 'paying') return { ...state, isProcessing: true, problem: null };
      return state.step === 'unverified' ? { ...state, isProcessing: true } : state;
    case 'refused':
      return state.step === 'paying' ? { ...state, isProcessing: false, problem: event.problem } : state;
    case 'verified':
      return state.step === 'paying' || state.step === 'unverified'
        ? { step: 'booked', ride: event.ride }
        : state;
    case 'verification-failed': {
      if (state.step !== 'paying' && state.step !== 'unverified') return state;
      const { ride } = state;
      const { paymentIntentId, problem } = event;
      return { step: 'unverified', ride, paymentIntentId, isProcessing: false, problem };
    }
    case 'confirmed':
      return state.step === 'nothing-due' ? { step: 'booked', ride: state.ride } : state;
  }
}
