import { isRiderRide, type RiderRide } from '#common/rides/ride.ts';
import { NO_PAYMENT_REQUIRED, readRide as readRideCall, reopenCheckout } from '#common/rides/rides-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { CheckoutParams } from './checkout-params.ts';
import { type CheckoutState, checkoutStatusOf } from './checkout-state.ts';

async function readRide(rideId: string, signal: AbortSignal): Promise<RiderRide> {
  const ride = await call(readRideCall, { rideId }, { signal });
  if (!isRiderRide(ride)) throw new Error('This is the ride as its driver sees it.');
  return ride;
}

const secretOf = async (rideId: string): Promise<string> =>
  (await call(reopenCheckout, { rideId })).clientSecret;

/** Of an unpaid ride whose secret the address does not carry. Null when the ride turns out not to wait for a payment any more. */
async function askToPay(ride: RiderRide): Promise<CheckoutState | null> {
  try {
    const clientSecret = await secretOf(ride.id);
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

/** Of a ride that moved on since it was read. */
async function readAgain(rideId: string, signal: AbortSignal): Promise<CheckoutState> {
  const ride = await readRide(rideId, signal);
  const status = checkoutStatusOf(ride, serverNow());
  return { step: status === 'unpaid' ? 'closed' : status, ride };
}

/**
 * Reads the ride, and asks for its secret again where the address no longer carries it (after a reload, from Pay now).
 * Never throws, but for an aborted call: a failure is a state of its own.
 */
export async function openCheckout(params: CheckoutParams, signal: AbortSignal): Promise<CheckoutState> {
  const { rideId, clientSecret } = params;
  try {
    const ride = await readRide(rideId, signal);
    const status = checkoutStatusOf(ride, serverNow());
    if (status !== 'unpaid') return { step: status, ride };
    if (clientSecret && clientSecret !== NO_PAYMENT_REQUIRED) return paying(ride, clientSecret);
    return (await askToPay(ride)) ?? (await readAgain(rideId, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return { step: isUnknown ? 'not-found' : 'unreachable' };
  }
}
