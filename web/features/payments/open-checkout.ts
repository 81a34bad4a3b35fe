import { NO_PAYMENT_REQUIRED } from '#common/rides/request-ride.ts';
import { riderRideSchema } from '#common/rides/ride.ts';
import { checkoutSchema } from '#common/rides/ride-requests.ts';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { CheckoutParams } from './checkout-params.ts';
import { type CheckoutState, standingOf } from './checkout-state.ts';

const secretOf = async (rideId: string): Promise<string> =>
  (await api.post(`/api/rides/${rideId}/checkout`, { schema: checkoutSchema })).clientSecret;

/**
 * Reads the ride, and asks for its secret again where the address no longer carries it (after a reload, from Pay now).
 * Never throws, but for an aborted call: a failure is a state of its own.
 */
export async function openCheckout(params: CheckoutParams, signal: AbortSignal): Promise<CheckoutState> {
  const { rideId } = params;
  try {
    const ride = await api.get(`/api/rides/${encodeURIComponent(rideId)}`, {
      schema: riderRideSchema,
      signal,
    });
    const standing = standingOf(ride, new Date());
    if (standing !== 'unpaid') return { step: standing, ride };

    const given = params.clientSecret === NO_PAYMENT_REQUIRED ? null : params.clientSecret;
    const clientSecret = given ?? (await secretOf(ride.id));
    return { step: 'paying', ride, clientSecret, isProcessing: false, problem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return { step: isUnknown ? 'not-found' : 'unreachable' };
  }
}
