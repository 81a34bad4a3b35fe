import { NO_PAYMENT_REQUIRED } from '#common/rides/request-ride.ts';
import { type RiderRide, riderRideSchema } from '#common/rides/ride.ts';
import { checkoutSchema } from '#common/rides/ride-requests.ts';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { CheckoutParams } from './checkout-params.ts';
import { type CheckoutState, standingOf } from './checkout-state.ts';

const readRide = (rideId: string, signal: AbortSignal): Promise<RiderRide> =>
  api.get(`/api/rides/${encodeURIComponent(rideId)}`, { schema: riderRideSchema, signal });

/** The secret of a ride's payment once more; null when the ride no longer waits for one. */
async function askSecret(rideId: string): Promise<string | null> {
  try {
    const { clientSecret } = await api.post(`/api/rides/${rideId}/checkout`, { schema: checkoutSchema });
    return clientSecret === NO_PAYMENT_REQUIRED ? null : clientSecret;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RIDE_MOVED_ON') return null;
    throw error;
  }
}

/** Of a ride that moved on while its checkout opened. One that reads as unpaid even now has been paid, and the server is finding out. */
async function movedOn(rideId: string, signal: AbortSignal): Promise<CheckoutState> {
  const ride = await readRide(rideId, signal);
  const standing = standingOf(ride, new Date());
  return { step: standing === 'unpaid' ? 'booked' : standing, ride };
}

/**
 * Reads the ride, and asks for its secret again where the address no longer carries it (after a reload, from Pay now).
 * Never throws, but for an aborted call: a failure is a state of its own.
 */
export async function openCheckout(params: CheckoutParams, signal: AbortSignal): Promise<CheckoutState> {
  try {
    const ride = await readRide(params.rideId, signal);
    const standing = standingOf(ride, new Date());
    if (standing !== 'unpaid') return { step: standing, ride };

    const given = params.clientSecret === NO_PAYMENT_REQUIRED ? null : params.clientSecret;
    const clientSecret = given ?? (await askSecret(ride.id));
    if (clientSecret === null) return await movedOn(ride.id, signal);
    return { step: 'paying', ride, clientSecret, isProcessing: false, problem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return { step: isUnknown ? 'not-found' : 'unreachable' };
  }
}
