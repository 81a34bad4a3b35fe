import * as api from '#common/rides/cancel-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { readRiderRide } from '../api/ride-actions.ts';
import { receiveRides } from '../store/ride-store.ts';

interface Cancelling {
  rideId: string;
  /** The fee that is on screen; the server refuses when it has risen. */
  expectedFeeCents: number;
  /** It is not paid on screen; the server refuses when it was. */
  expectsUnpaid?: true;
  reason?: string;
}

/** Cancels a rider's own ride. @throws ApiError FEE_CHANGED, RIDE_CHANGED, RIDE_STATE_CONFLICT, PAYMENT_PROVIDER */
export async function cancelOwnRide({ reason = '', ...expected }: Cancelling): Promise<void> {
  const words = reason.trim();
  receiveRides([await call(api.cancelOwnRide, { ...expected, ...(words && { reason: words }) })]);
}

/** Whether an error says that the ride is no longer what was on screen. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RIDE_CHANGED' || error.code === 'RIDE_STATE_CONFLICT');

/** Reads a ride again that is no longer what was on screen; one that cannot be read stays as it was. */
export const lookAgain = (rideId: string): Promise<unknown> => readRiderRide(rideId).catch(() => null);
