import type { RiderRide } from '#common/rides/ride.ts';
import { orderDueCents } from '#common/rides/ride-money.ts';
import { type PaymentStatus, SETTLED } from '#common/rides/ride-states.ts';
import type { PaymentProblem } from './confirm-card-payment.ts';

/** An unpaid ride with its payment form. `problem` is why the last attempt failed. */
export interface Paying {
  step: 'paying';
  ride: RiderRide;
  clientSecret: string;
  isProcessing: boolean;
  problem: PaymentProblem | null;
}

/** The card was charged, but the server has not confirmed it. `problem` is the server's message. */
interface Unverified {
  step: 'unverified';
  ride: RiderRide;
  paymentIntentId: string;
  isProcessing: boolean;
  problem: string;
}

/** Why confirming a booking with nothing due did not succeed. */
export interface BookingProblem {
  text: string;
  /** Whether the booking may have been made. */
  isUnsure: boolean;
}

/**
 * Promo code and gift card cover the fare, so the booking only needs confirming. `problem` is why the last
 * attempt failed.
 */
interface NothingDue {
  step: 'nothing-due';
  ride: RiderRide;
  isProcessing: boolean;
  problem: BookingProblem | null;
}

/** The state of a checkout (specification section 4, Checkout). */
export type CheckoutState =
  | { step: 'loading' }
  | { step: 'unreachable' }
  | { step: 'not-found' }
  /** The ride is cancelled or its hold has expired: it can no longer be paid. */
  | { step: 'closed'; ride: RiderRide }
  /** Already paid earlier. */
  | { step: 'settled'; ride: RiderRide }
  | NothingDue
  | Paying
  | Unverified
  /**
   * Paid, or confirmed with nothing due: here, in another tab, or before the checkout was opened again. While
   * `paymentStatus` is pending, the server is still confirming.
   */
  | { step: 'booked'; ride: RiderRide };

export type CheckoutEvent =
  | { type: 'loaded'; state: CheckoutState }
  | { type: 'submitted' }
  /** An attempt to pay did not succeed. */
  | { type: 'unpaid'; problem: PaymentProblem }
  /** A booking with nothing due was not confirmed. */
  | { type: 'refused'; problem: BookingProblem }
  | { type: 'verified'; ride: RiderRide }
  | { type: 'verification-failed'; paymentIntentId: string; problem: string };

/** Derives the checkout status of a ride at `now`, whether or not its payment is open. */
export function checkoutStatusOf(
  ride: RiderRide,
  now: Date,
): 'closed' | 'settled' | 'nothing-due' | 'unpaid' {
  if (ride.status === 'cancelled') return 'closed';
  if (SETTLED.includes(ride.paymentStatus)) return 'settled';
  if (ride.paymentStatus !== 'pending') return 'closed';
  if (ride.payBy !== null && Date.parse(ride.payBy) <= now.getTime()) return 'closed';
  return orderDueCents(ride) === 0 ? 'nothing-due' : 'unpaid';
}

/** Builds the state of a ride that only needs confirming. */
export const nothingDue = (ride: RiderRide): NothingDue => ({
  step: 'nothing-due',
  ride,
  isProcessing: false,
  problem: null,
});

/**
 * Payment statuses in which nothing is known yet of the money charged here, so that the screen which says so
 * stays. `flagged` and `refunded` are known: `ClosedPanel` has their texts.
 */
const NOT_KNOWN_YET: readonly PaymentStatus[] = ['pending', 'expired'];

/**
 * Updates the checkout when a later version of its ride is known: another tab, the end of the hold or the
 * webhook may have changed it. While a card is being charged here, the form stays until the outcome is known.
 * A ride whose card was charged here is never shown as unpaid or expired again.
 */
export function withNewestRide(state: CheckoutState, ride: RiderRide | null, now: Date): CheckoutState {
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
      return status === 'closed' && !NOT_KNOWN_YET.includes(ride.paymentStatus)
        ? { step: 'closed', ride }
        : { ...state, ride };
    default:
      if (status === 'nothing-due') return nothingDue(ride);
      return status === 'unpaid' ? { ...state, ride } : { step: status, ride };
  }
}

/** Returns the next state of the checkout. An event that does not apply to the current state is ignored. */
export function nextCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'loaded':
      return event.state;
    case 'submitted':
      if (state.step === 'paying' || state.step === 'nothing-due')
        return { ...state, isProcessing: true, problem: null };
      return state.step === 'unverified' ? { ...state, isProcessing: true } : state;
    case 'unpaid':
      return state.step === 'paying' ? { ...state, isProcessing: false, problem: event.problem } : state;
    case 'refused':
      return state.step === 'nothing-due' ? { ...state, isProcessing: false, problem: event.problem } : state;
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
