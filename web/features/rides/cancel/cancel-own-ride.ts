import * as api from '#common/rides/cancel-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { readRiderRide } from '../api/rider-actions.ts';
import { receiveRides } from '../store/ride-store.ts';

interface Cancelling {
  rideId: string;
  /** The fee shown to the rider. The server refuses when it has risen. */
  expectedFeeCents: number;
  /** Set when the ride was shown as unpaid. The server refuses when it has been paid since. */
  expectsUnpaid?: true;
  reason?: string;
}

/**
 * Cancels a rider's own ride.
 * @throws ApiError FEE_CHANGED, RIDE_CHANGED, RIDE_STATE_CONFLICT, PAYMENT_PROVIDER
 */
export async function cancelOwnRide({ reason = '', ...expected }: Cancelling): Promise<void> {
  const words = reason.trim();
  receiveRides([await call(api.cancelOwnRide, { ...expected, ...(words && { reason: words }) })]);
}

/** Whether an error means that the ride has changed since it was shown. */
export const isRideChangedError = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RIDE_CHANGED' || error.code === 'RIDE_STATE_CONFLICT');

/** Reloads a ride that has changed since it was shown. A failure is ignored. */
export const reloadRide = (rideId: string): Promise<unknown> => readRiderRide(rideId).catch(() => null);
