import type { RiderRide } from '#common/rides/ride.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { CheckoutParams } from './checkout-params.ts';
import { type CheckoutState, checkoutStatusOf, nothingDue } from './checkout-state.ts';

/**
 * API calls of a checkout. Passed in by the page, because rides are another feature. The rides they return
 * also update the ride store.
 */
export interface CheckoutCalls {
  readRide: (rideId: string, signal: AbortSignal) => Promise<RiderRide>;
  /** @returns the client secret of the existing payment */
  reopenCheckout: (rideId: string) => Promise<string>;
  /**
   * Checks, before Stripe charges the card, that it may be used with the ride's promo code. Rejects with the
   * reason when it may not.
   */
  checkCard: (rideId: string, confirmationTokenId: string) => Promise<void>;
  /** Books a ride with nothing to pay. @returns the updated ride */
  confirmBooking: (rideId: string) => Promise<RiderRide>;
  /** @returns the ride, still `pending` while the server confirms its payment */
  verifyPayment: (
    payment: { rideId: string; paymentIntentId: string },
    riderId: string,
  ) => Promise<RiderRide>;
}

/**
 * Reads the ride and its return trip, and fetches the client secret when the URL has none (after a reload). A
 * failure is returned as a state.
 * @throws only when aborted
 */
export async function loadCheckout(
  { rideId, clientSecret }: CheckoutParams,
  calls: CheckoutCalls,
  signal: AbortSignal,
): Promise<CheckoutState> {
  try {
    const ride = await readOrder(rideId, calls, signal);
    const status = checkoutStatusOf(ride, serverNow());
    if (status === 'nothing-due') return nothingDue(ride);
    if (status !== 'unpaid') return { step: status, ride };
    if (clientSecret && clientSecret !== NO_PAYMENT_REQUIRED) return paying(ride, clientSecret);
    return (await requestSecret(ride, calls)) ?? stateOfChanged(await calls.readRide(ride.id, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return { step: isUnknown ? 'not-found' : 'unreachable' };
  }
}

/** Reads the ride or, with a return trip, the first of the two. Both are in the ride store afterwards. */
async function readOrder(rideId: string, calls: CheckoutCalls, signal: AbortSignal): Promise<RiderRide> {
  const ride = await calls.readRide(rideId, signal);
  const other = ride.order && (await calls.readRide(ride.order.otherRideId, signal));
  return other?.order?.leg === 'there' ? other : ride;
}

/** Fetches the client secret of an unpaid ride. Null when the ride no longer waits for a payment. */
async function requestSecret(
  ride: RiderRide,
  { reopenCheckout }: CheckoutCalls,
): Promise<CheckoutState | null> {
  try {
    const clientSecret = await reopenCheckout(ride.id);
    return clientSecret === NO_PAYMENT_REQUIRED ? null : paying(ride, clientSecret);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'PAYMENT_IN_PROGRESS') return { step: 'booked', ride };
    if (code === 'RIDE_STATE_CONFLICT') return null;
    throw error;
  }
}

const paying = (ride: RiderRide, clientSecret: string): CheckoutState => ({
  step: 'paying',
  ride,
  clientSecret,
  isProcessing: false,
  problem: null,
});

/** Derives the state of a ride that has changed since it was read. */
function stateOfChanged(ride: RiderRide): CheckoutState {
  const status = checkoutStatusOf(ride, serverNow());
  if (status === 'nothing-due') return nothingDue(ride);
  return { step: status === 'unpaid' ? 'closed' : status, ride };
}
